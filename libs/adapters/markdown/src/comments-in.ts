import { FenceTracker } from './obsidian-syntax.js';

/** Comments of fewer words are marks for programs: `<!-- prettier-ignore -->`. */
const MIN_WORDS = 3;
const OPENING = /<!--|%%/;
const MAX_NAMED = 5;

/** Counts words, as a note to people has several. */
export function isProse(comment: string): boolean {
  return (comment.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= MIN_WORDS;
}

/**
 * What is said of the comments of HTML and Obsidian in markdown, which are left out.
 *
 * @param source lines of the document
 * @returns undefined where there are none of several words
 */
export function commentsIn(source: string): string | undefined {
  const fences = new FenceTracker();
  const found: number[] = [];
  let open: { readonly line: number; readonly end: string; text: string } | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    if (!open && fences.covers(line)) continue;
    let rest = line.replace(/`[^`]*`/g, '');
    for (let at = 0; at >= 0;) {
      if (open) {
        const end: number = rest.indexOf(open.end);
        open.text += ` ${end < 0 ? rest : rest.slice(0, end)}`;
        if (end < 0) break;
        if (isProse(open.text)) found.push(open.line);
        rest = rest.slice(end + open.end.length);
        open = undefined;
      }
      const mark = OPENING.exec(rest);
      at = mark ? mark.index : -1;
      if (!mark) continue;
      open = { line: index + 1, end: mark[0] === '%%' ? '%%' : '-->', text: '' };
      rest = rest.slice(at + mark[0].length);
    }
  }
  if (found.length === 0) return undefined;
  const lines = found.slice(0, MAX_NAMED).join(', ') + (found.length > MAX_NAMED ? ' and others' : '');
  return found.length === 1
    ? `A comment was left out (line ${lines}).`
    : `${found.length} comments were left out (lines ${lines}).`;
}
