import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { messageOf } from '@arbiter/ports/testing';
import { packFolder, packParts } from '@arbiter/testing/packs';
import { followSession } from '../follow-session.js';

interface PackQuestion {
  readonly question: string;
  readonly answers: readonly string[];
  readonly evidence?: readonly { readonly quote: string }[];
}

/**
 * Every question of the packs, asked after the four before it, whose subjects are others as often as not. Questions of the part
 * `spare` do not all stand alone ("Why not wash them at midday?"), so they are not among them.
 */
function packSessions(): { asked: string; before: PackQuestion[] }[] {
  const root = fileURLToPath(new URL('../../../../../', import.meta.url));
  const parts = packParts();
  const packs = [
    ...['train', 'fit', 'unseen'].flatMap((part) => parts[part]!).map((name) => packFolder(name)),
    `${root}domains/lantern-coast`,
  ];
  return packs.flatMap((pack) => {
    const lines = readFileSync(`${pack}/eval/questions.jsonl`, 'utf8').trim().split('\n');
    const questions = lines.map((line) => JSON.parse(line) as PackQuestion);
    return questions.map(({ question }, index) => ({
      asked: question,
      before: [4, 3, 2, 1].flatMap((back) => questions.at(index - back) ?? []),
    }));
  });
}

describe('questions that stand alone', () => {
  it('are left as they are in a session about other things, but for one in a hundred', () => {
    const sessions = packSessions();
    const touched = sessions.filter(({ asked, before }) => {
      const messages = before.flatMap(({ question, answers, evidence = [] }) => [
        messageOf(question),
        messageOf(evidence.map(({ quote }) => quote).join(' ') || (answers[0] ?? ''), { role: 'assistant' }),
      ]);
      return followSession(asked, messages).replaced.length > 0;
    });
    expect(sessions.length).toBeGreaterThan(700);
    expect(touched.length / sessions.length).toBeLessThanOrEqual(0.01);
  });
});
