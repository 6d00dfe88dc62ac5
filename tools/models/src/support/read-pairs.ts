import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutSentences, readWords } from '@arbiter/grounding';
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

/** Steps in which rarities are kept, and how many sentences must hold a stem that is kept. */
const STEP = 0.25;
const FEWEST = 4;

/**
 * The content of libs/grounding's background-frequencies.ts: in how many sentences of the training passages a stem stands,
 * as rarity ln((N + 1) / (df + 1)) in steps of a quarter.
 *
 * @param texts passages, repeats included; each counts once
 */
export function backgroundFrequenciesFile(texts: readonly string[], date: string): string {
  const sentences = new Set(
    [...new Set(texts)].flatMap((text) => cutSentences(text).map(({ start, end }) => text.slice(start, end))),
  );
  const frequencies = new Map<string, number>();
  for (const sentence of sentences) {
    for (const stem of new Set(readWords(sentence).map((word) => word.stem))) {
      frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
    }
  }
  const bySteps = new Map<number, string[]>();
  for (const [stem, frequency] of frequencies) {
    if (frequency < FEWEST) continue;
    const steps = Math.round(Math.log((sentences.size + 1) / (frequency + 1)) / STEP);
    bySteps.set(steps, [...(bySteps.get(steps) ?? []), stem]);
  }
  const rows = [...bySteps]
    .sort(([a], [b]) => a - b)
    .map(
      ([steps, stems]) =>
        `  [${steps}, ${JSON.stringify(stems.sort().join(' ')).replaceAll("'", "\\'").replaceAll('"', "'")}],`,
    );
  return `/**
 * Written by tools/models on ${date}: stems of at least ${FEWEST} of the ${sentences.size} sentences of its training
 * passages, by their rarity ln((N + 1) / (df + 1)) in steps of ${STEP}.
 */
export const BACKGROUND_SENTENCES = ${sentences.size};
export const RARITY_STEP = ${STEP};
export const STEMS_BY_RARITY: readonly (readonly [steps: number, stems: string])[] = [
${rows.join('\n')}
];
`;
}
