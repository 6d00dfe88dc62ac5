import type { SessionMessage } from '@arbiter/contracts';

/** A word of a question that points back, and what it points to. */
export interface Replacement {
  /** As the question has it: "it", "the second one"; for what is left unsaid, the whole question. */
  readonly expression: string;
  /** As it stands in the resolved question. */
  readonly referent: string;
}

/** A question of a session with its answer. */
export interface Exchange {
  /** As it was asked, or, once it is resolved, self-contained. */
  readonly question: string;
  /** Without markers; '' where the question was declined, or never answered. */
  readonly answer: string;
  /** What the question pointed to, and by which words: "she", and who that was. */
  readonly replaced?: readonly Replacement[];
}

/** Least confidence of an answer that was shown, 0–1: the validator's default threshold. That of a declined one is 0. */
const MIN_CONFIDENCE = 0.4;

const MARKERS = /(?<!\s)\s*\[\d{1,3}\]/g;

/** An answer as people would say it: without its citation markers. */
export function withoutMarkers(answer: string): string {
  return answer.replace(MARKERS, '').trim();
}

/** The questions of a session with their answers, oldest first; an answer without its question is passed over. */
export function exchangesOf(messages: readonly SessionMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { role, content, metadata } of messages) {
    const last = exchanges.at(-1);
    if (role === 'user') exchanges.push({ question: content, answer: '' });
    else if (last?.answer === '' && (metadata.confidence ?? 1) >= MIN_CONFIDENCE) {
      exchanges[exchanges.length - 1] = { ...last, answer: withoutMarkers(content) };
    }
  }
  return exchanges;
}
