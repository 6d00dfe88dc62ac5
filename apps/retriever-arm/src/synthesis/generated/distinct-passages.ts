import type { Passage } from '@arbiter/contracts';

/** What is left of a passage is a passage of its own from so many UTF-16 code units on: a short sentence. */
const SHORTEST_REST = 40;

/**
 * Passages without what another one of them already shows: chunks overlap, and a page holds all of its chunks.
 *
 * @param passages best first
 * @returns best first: a passage that holds others stands where the best of them did; of one that overlaps with others, the
 *   rest behind or before them
 */
export function distinctPassages(passages: readonly Passage[]): readonly Passage[] {
  const shown: Passage[] = [];
  for (const passage of passages) {
    const inside = shown.filter((one) => holds(passage, one));
    const [best] = inside;
    if (best) {
      shown.splice(shown.indexOf(best), 1, { ...passage, score: Math.max(passage.score, best.score) });
      for (const one of inside.slice(1)) shown.splice(shown.indexOf(one), 1);
      continue;
    }
    const rest = shown.reduce<Passage | null>((left, one) => left && restOf(left, one), passage);
    if (rest) shown.push(rest);
  }
  return shown;
}

function isSameDocument(a: Passage, b: Passage): boolean {
  return a.collection === b.collection && a.documentId === b.documentId;
}

/** Whether a passage shows all of another one, and more. */
function holds(passage: Passage, other: Passage): boolean {
  const isWider = passage.end - passage.start > other.end - other.start;
  const { start, end } = passage;
  return isSameDocument(passage, other) && isWider && start <= other.start && end >= other.end;
}

/** @returns null where too little is left to be a passage */
function restOf(passage: Passage, shown: Passage): Passage | null {
  if (!isSameDocument(passage, shown) || passage.start >= shown.end || shown.start >= passage.end) return passage;
  const before = part(passage, passage.start, shown.start);
  const after = part(passage, shown.end, passage.end);
  return before.text.length >= after.text.length ? longEnough(before) : longEnough(after);
}

/** @param from offset in the document, as `to` */
function part(passage: Passage, from: number, to: number): Passage {
  const text = passage.text.slice(from - passage.start, Math.max(from, to) - passage.start);
  const start = from + (text.length - text.trimStart().length);
  const trimmed = text.trim();
  return { ...passage, text: trimmed, start, end: start + trimmed.length };
}

function longEnough(passage: Passage): Passage | null {
  return passage.text.length >= SHORTEST_REST ? passage : null;
}
