import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@arbiter/ports/testing';
import { followSession } from '../../src/memory/follow-session.js';

/** A question of a labelled conversation with its answer. */
interface Turn {
  readonly asked: string;
  readonly answer: string;
  /** Questions that it may stand for; null for one that stands alone. Absent of the first of a conversation. */
  readonly resolved?: readonly string[] | null;
  /** What a passable resolution holds, each in one of the forms that "|" divides. */
  readonly holds?: readonly string[];
  /** What it must not hold. */
  readonly lacks?: readonly string[];
}

interface Conversation {
  readonly subject: string;
  readonly turns: readonly Turn[];
}

export interface FollowUpFigures {
  readonly followUps: number;
  /** Resolved into one of the labelled questions, articles and punctuation aside; 0–1. */
  readonly exact: number;
  /** Exact, or holding all that must be held and nothing that must not; 0–1. */
  readonly acceptable: number;
  /** Questions of the conversations that stand alone and were touched. */
  readonly touched: readonly string[];
  /** Resolutions that are not passable, for people. */
  readonly failures: readonly string[];
}

/** "everyday": fragments, corrections, comparatives and people, over other subjects. */
export type Part = 'train' | 'test' | 'everyday-train' | 'everyday-test';

export function conversationsOf(part: Part): readonly Conversation[] {
  const path = fileURLToPath(new URL(`./${part}.jsonl`, import.meta.url));
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Conversation);
}

/** Asks the questions of each conversation in their order, as a session holds them: each as it was asked. */
export function measureFollowUps(conversations: readonly Conversation[]): FollowUpFigures {
  let [followUps, exact, acceptable] = [0, 0, 0];
  const touched: string[] = [];
  const failures: string[] = [];
  for (const { turns } of conversations) {
    const messages = [];
    for (const turn of turns) {
      const { question, replaced } = followSession(turn.asked, messages);
      messages.push(messageOf(turn.asked), messageOf(turn.answer, { role: 'assistant' }));
      if (!turn.resolved) {
        if (replaced.length > 0) touched.push(`${turn.asked} → ${question}`);
        continue;
      }
      followUps += 1;
      const isExact = turn.resolved.some((label) => plain(label) === plain(question));
      const isAcceptable = isExact || isPassable(question, turn);
      exact += Number(isExact);
      acceptable += Number(isAcceptable);
      if (!isAcceptable) failures.push(`${turn.asked} → ${question}`);
    }
  }
  return { followUps, exact: exact / followUps, acceptable: acceptable / followUps, touched, failures };
}

function isPassable(question: string, { holds = [], lacks = [] }: Turn): boolean {
  const text = question.toLowerCase();
  const has = (part: string) => text.includes(part.toLowerCase());
  return holds.every((part) => part.split('|').some(has)) && !lacks.some(has);
}

function plain(question: string): string {
  const words = question
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[?.!,]/g, '');
  return words
    .replace(/\b(?:the|an?)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
