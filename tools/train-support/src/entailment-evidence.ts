import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimParts, EvidenceComparison, type EvidenceChoice } from '@arbiter/grounding';
import { ENTAILMENT_SETS } from './entailment-sets.js';
import { LabelledPair } from './labelled-pair.js';
import { originOf } from './origin-of.js';

/** A pair as an entailment model reads it in the arm. */
export interface EntailmentPair {
  readonly id: string;
  readonly set: string;
  /** The set that the pair, or what it was made from, belongs to. */
  readonly origin: string;
  readonly supported: boolean;
  /** Each sentence of the claim with the evidence chosen for it. */
  readonly parts: readonly { readonly claim: string; readonly evidence: string }[];
}

/**
 * Writes `pairs.jsonl`, every pair as the arm would lay it before an entailment model, and `sets.json`, what they are of.
 *
 * @param data folder with the files of the sets
 * @param out folder, made where there is none
 * @throws Error of the file system, SyntaxError or ZodError for a line that is no pair
 */
export async function writeEntailmentPairs(data: string, out: string): Promise<void> {
  const lines: string[] = [];
  const sets: unknown[] = [];
  for (const { name, file, origin } of ENTAILMENT_SETS) {
    const content = await readFile(join(data, file), 'utf8');
    const pairs = content
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => entailmentPair(name, LabelledPair.parse(JSON.parse(line))));
    lines.push(...pairs.map((pair) => JSON.stringify(pair)));
    sets.push({ name, pairs: pairs.length, origin, sha256: createHash('sha256').update(content).digest('hex') });
  }
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'pairs.jsonl'), `${lines.join('\n')}\n`);
  await writeFile(join(out, 'sets.json'), `${JSON.stringify(sets, null, 2)}\n`);
}

/** @returns the sentences of the claim, each beside the passages that libs/grounding chooses for it */
export function entailmentPair(set: string, { id, claim, evidence, supported, source }: LabelledPair): EntailmentPair {
  const comparison = EvidenceComparison.of([{ id, text: evidence, context: '' }]);
  return {
    id,
    set,
    origin: originOf(source ?? set),
    supported,
    parts: claimParts(claim).map((part) => ({ claim: part.text, evidence: textOf(comparison.choose(part)) })),
  };
}

/** The chosen sentences in the order of their document, as one passage. */
function textOf({ chosen }: EvidenceChoice): string {
  return chosen.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()).join(' ');
}
