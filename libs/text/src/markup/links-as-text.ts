import { isWhiteSpace } from '../span.js';
import { firstFrom } from './first-from.js';

/** `[label](`, which may begin a link. `![` begins an image. */
const OPENING = /(?<!!)\[([^[\]\n]*)\]\(\s*/g;
const TARGET_END = /[)\s>]/g;
const TITLE = /"[^"\n]*"/y;

/**
 * Links of Markdown as text: a reader sees where `[our site](https://…)` leads before following it. Takes time in proportion
 * to the length of the text; one pattern for all of a link would read on from each of many `[](` to the same end.
 */
export function linksAsText(text: string): string {
  const targetEnd = firstFrom(text, TARGET_END);
  const parts: string[] = [];
  let read = 0;
  let unended = -1;
  for (const { index, 0: opening, 1: label = '' } of text.matchAll(OPENING)) {
    // In the title of the link before.
    if (index < read) continue;
    const at = index + opening.length;
    const start = text[at] === '<' ? at + 1 : at;
    const end = targetEnd(start);
    if (end === undefined) break;
    if (end === at || end === unended) continue;
    const after = linkEnd(text, end);
    if (after === undefined) {
      unended = end;
      continue;
    }
    // `[x](<)` leads to `<`.
    const target = text.slice(end === start ? at : start, end);
    parts.push(text.slice(read, index), label === target ? target : `${label} (${target})`);
    read = after;
  }
  return parts.join('') + text.slice(read);
}

/** @returns the index behind the link whose target ends at `at`, perhaps with a title between them; undefined where it is none */
function linkEnd(text: string, at: number): number | undefined {
  const behindTarget = text[at] === '>' ? at + 1 : at;
  let end = behindSpace(text, behindTarget);
  if (end > behindTarget && text[end] === '"') {
    TITLE.lastIndex = end;
    end = behindSpace(text, end + (TITLE.exec(text)?.[0].length ?? 0));
  }
  return text[end] === ')' ? end + 1 : undefined;
}

function behindSpace(text: string, from: number): number {
  let at = from;
  while (isWhiteSpace(text.charCodeAt(at))) at += 1;
  return at;
}
