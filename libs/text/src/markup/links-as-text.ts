import { firstFrom } from './first-from.js';

/** `[label](`, which may begin a link. `![` begins an image. */
const OPENING = /(?<!!)\[([^[\]\n]*)\]\(\s*/g;
const TARGET_END = /[)\s>]/g;
/** Behind the target: perhaps a title, and the end of the link. */
const ENDING = />?(?:\s+"[^"\n]*")?\s*\)/y;

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
    ENDING.lastIndex = end;
    const ending = ENDING.exec(text)?.[0];
    if (ending === undefined) {
      unended = end;
      continue;
    }
    // `[x](<)` leads to `<`.
    const target = text.slice(end === start ? at : start, end);
    parts.push(text.slice(read, index), label === target ? target : `${label} (${target})`);
    read = end + ending.length;
  }
  return parts.join('') + text.slice(read);
}
