import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { validate } from '@arbiter/contracts';
import { labelledAnswersOf, type LabelledAnswer } from '@arbiter/evaluation';
import { REFUTED } from '@arbiter/grounding';
import type { SeenAnswer, Standalone } from '@arbiter/standalone';
import { sourceOf } from './collect-drafts.js';
import type { WrittenExample } from './written-example.js';

const DEADLINE_MS = 120_000;

/**
 * Has every text of sets of written answers validated beside the passages that its writer saw.
 *
 * @param sets files
 * @param seen what the validator has judged since the last look
 * @throws ArbiterError of an operation, or for a file that is no set
 */
export async function* collectWritten(
  { client, seen }: { readonly client: Standalone['client']; readonly seen: SeenAnswer[] },
  sets: readonly string[],
  onProgress: (line: string) => void,
): AsyncGenerator<WrittenExample, void, undefined> {
  for (const set of sets) {
    const pack = basename(set, '.jsonl');
    const texts = labelledAnswersOf(await readFile(set, 'utf8'), pack);
    for (const text of texts) {
      const { question, answer, sources } = text;
      seen.length = 0;
      await client.request(
        validate,
        { query: question, answer, synthesis: 'generated', sources: sources.map(sourceOf) },
        { deadlineMs: DEADLINE_MS },
      );
      const [judged] = seen;
      const example = judged && exampleOf(pack, text, judged);
      if (example) yield example;
    }
    onProgress(`${pack}: ${texts.length} texts`);
  }
}

/** @returns null where the judge has not read the text */
function exampleOf(
  pack: string,
  { question, kind }: LabelledAnswer,
  { features, judgement, supports }: SeenAnswer,
): WrittenExample | null {
  if (!judgement?.whole) return null;
  return {
    pack,
    question,
    kind,
    features,
    whole: judgement.whole,
    claims: supports.map(({ claim, probability, settled = false, method }, index) => ({
      text: claim.statement ?? claim.text,
      probability,
      isRefuted: settled && probability <= REFUTED,
      isSettled: method === 'exact_match' || method === 'computed',
      judged: judgement.claims[index] ?? null,
    })),
  };
}
