import { type Span, trimSpan } from '../span.js';

/** Fewest signs that are taken for data and not for language: the longest words and most addresses have less. */
const SHORTEST_RUN = 250;
/** Data is often broken into lines of 64 or 76 signs. Only ASCII: other scripts write whole sentences without a space. */
const RUN = /[!-~]{60,}(?:\s[!-~]{60,})*(?:\s[\w+/]+={1,2})?/g;

function runsIn(text: string): RegExpExecArray[] {
  return text.length < SHORTEST_RUN ? [] : [...text.matchAll(RUN)].filter(([run]) => run.length >= SHORTEST_RUN);
}

/** Whether a text holds a long run of signs without spaces, such as encoded data or one sign again and again. */
export function holdsRun(text: string): boolean {
  return runsIn(text).length > 0;
}

/** A sentence without the runs within it, which become spans of their own. */
export function partedAtRuns(text: string, { start, end }: Span): Span[] {
  const parts: (Span | null)[] = [];
  let from = start;
  for (const run of runsIn(text.slice(start, end))) {
    const at = start + run.index;
    parts.push(trimSpan(text, from, at), { start: at, end: at + run[0].length });
    from = at + run[0].length;
  }
  return [...parts, trimSpan(text, from, end)].flatMap((span) => span ?? []);
}
