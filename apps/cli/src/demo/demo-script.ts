import { readFile } from 'node:fs/promises';
import { Answer, CollectionName } from '@arbiter/contracts';
import { matchesAnswer } from '@arbiter/evaluation';
import { z } from 'zod';

export const DemoQuestion = z.strictObject({
  /** What the question shows, for people. */
  kind: z.string(),
  question: z.string(),
  /** What must come about. */
  expected: Answer.shape.status,
  /** What an answer must say to be the right one. */
  mustMention: z.array(z.string()),
});
export type DemoQuestion = z.output<typeof DemoQuestion>;

const DemoScript = z.strictObject({ domain: CollectionName, questions: z.array(DemoQuestion).min(1) });
export type DemoScript = z.output<typeof DemoScript>;

/** Of this package. */
const SCRIPT = new URL('../../demo/questions.json', import.meta.url);

/** What the demo ingests and asks; the answers are the library's own. */
export async function readDemoScript(): Promise<DemoScript> {
  return DemoScript.parse(JSON.parse(await readFile(SCRIPT, 'utf8')));
}

/** What is wrong with the answer to a question of the demo, in words that follow the question; null when nothing is. */
export function findSurprise({ expected, mustMention }: DemoQuestion, { status, answer }: Answer): string | null {
  if (status !== expected) return `should have been ${expected} and was ${status}`;
  if (status === 'declined') return null;
  const { missing } = matchesAnswer(answer, { answers: [], mustMention });
  return missing.length === 0 ? null : `should have said ${missing.map((words) => `"${words}"`).join(' and ')}`;
}
