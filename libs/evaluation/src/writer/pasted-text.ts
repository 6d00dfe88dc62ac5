import { splitSentences, termSet } from '@arbiter/text';

/** A passage of a prompt. */
interface NamedPassage {
  /** As markers name it: "P4". */
  readonly name: string;
  readonly text: string;
}

const MARKED = /\[(P\d+)\]/g;
/** Sentences that are taken, in UTF-16 code units. */
const LENGTHS = { least: 30, most: 300 };
const FEWEST = 2;
const MOST = 3;
/** A sentence that holds more of the terms of a right text may answer, 0–1. */
const MOST_SHARED = 0.5;

/**
 * Two or three sentences copied out of passages that no right text rests on, with their markers: what a weak model does that was asked
 * to keep to its sources. Each is true, and none answers.
 *
 * @param right texts that answer
 * @param turn which sentence of a passage is taken, ≥ 0
 * @returns null where fewer than two passages are left
 */
export function pastedText(passages: readonly NamedPassage[], right: readonly string[], turn: number): string | null {
  const cited = new Set(right.flatMap((text) => Array.from(text.matchAll(MARKED), ([, name = '']) => name)));
  const answers = right.map(termSet).filter(({ size }) => size > 0);
  const sentences = passages.flatMap(({ name, text }): string[] => {
    if (cited.has(name)) return [];
    const fitting = splitSentences(text)
      .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
      .filter((sentence) => isTaken(sentence, answers));
    const sentence = fitting[turn % Math.max(1, fitting.length)];
    return sentence === undefined ? [] : [`${sentence} [${name}]`];
  });
  return sentences.length < FEWEST ? null : sentences.slice(0, FEWEST + (turn % (MOST - FEWEST + 1))).join(' ');
}

function isTaken(sentence: string, answers: readonly ReadonlySet<string>[]): boolean {
  if (sentence.length < LENGTHS.least || sentence.length > LENGTHS.most || sentence.endsWith('?')) return false;
  const own = termSet(sentence);
  return answers.every((terms) => [...terms].filter((term) => own.has(term)).length <= MOST_SHARED * terms.size);
}
