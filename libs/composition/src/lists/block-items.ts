import type { Span } from '@arbiter/text';

const MARKED = /^\s*(?:[-*•–+]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?:\[[ x]\]\s+)?/i;
const FINAL_MARK = /[;,.]$|;?\s+(?:and|or)$|,\s*(?:and|or)$/;

/**
 * The items of a list block: every line that begins with a sign or a number, lines that go on included.
 *
 * @returns null where fewer than two lines begin so
 */
export function blockItems(text: string): Span[] | null {
  const items: Span[] = [];
  let hasEnded = false;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const sign = MARKED.exec(line)?.[0];
    const before = items.at(-1);
    const isBlank = line.trim() === '';
    if (sign !== undefined) items.push({ start: index + sign.length, end: index + line.trimEnd().length });
    else if (before && /^\s{2,}\S/.test(line) && !hasEnded) {
      items[items.length - 1] = { ...before, end: index + line.trimEnd().length };
    }
    hasEnded = isBlank;
  }
  const filled = items.flatMap((item) => withoutFinalMark(text, item));
  return filled.length < 2 ? null : filled;
}

/** An item of several sentences keeps its last full stop. */
function withoutFinalMark(text: string, { start, end }: Span): Span[] {
  if (start >= end) return [];
  const item = text.slice(start, end);
  const mark = /[.!?]\s/.test(item) ? null : FINAL_MARK.exec(item);
  const kept = mark ? item.slice(0, mark.index).trimEnd() : item;
  return kept === '' ? [] : [{ start, end: start + kept.length }];
}
