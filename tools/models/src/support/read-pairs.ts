import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LabelledPair, type TrainingSet } from './training-sets.js';

export interface PairsOfSet {
  readonly set: TrainingSet;
  readonly pairs: readonly LabelledPair[];
  /** Pairs of the set before it was thinned out. */
  readonly available: number;
  /** Of the whole file, hexadecimal. */
  readonly sha256: string;
}

/**
 * The pairs of a set, at most `set.most` of them, as even between the classes as they allow: which, is decided by the
 * hash of their ids, so that every run reads the same.
 *
 * @throws Error of the file system, SyntaxError or ZodError for a line that is no pair
 */
export async function readPairs(folder: string, set: TrainingSet): Promise<PairsOfSet> {
  const content = await readFile(join(folder, set.file), 'utf8');
  const pairs = content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => LabelledPair.parse(JSON.parse(line)))
    .filter((pair) => set.includes?.(pair) ?? true)
    .map((pair) => ({ pair, order: sha256(pair.id) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ pair }) => pair);
  return { set, pairs: thinnedOut(pairs, set.most), available: pairs.length, sha256: sha256(content) };
}

function thinnedOut(pairs: readonly LabelledPair[], most: number): LabelledPair[] {
  const supported = pairs.filter((pair) => pair.supported);
  const others = pairs.filter((pair) => !pair.supported);
  const fewer = Math.min(supported.length, others.length, Math.floor(most / 2));
  const [small, large] = supported.length < others.length ? [supported, others] : [others, supported];
  return [...small.slice(0, Math.max(fewer, 0)), ...large.slice(0, most - fewer)];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
