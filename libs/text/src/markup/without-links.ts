import { firstFrom } from './first-from.js';

const OPENING = /!?\[/g;
/** Of a label and of a target, in UTF-16 code units. */
const LONGEST_LABEL = 1_000;

/** What a target holds, and how a link ends behind it. */
export interface LinkForm {
  /** The first character that is in no label: `]`, and perhaps the end of a line. With the flag `g`. */
  readonly labelEnd: RegExp;
  /** The first character that is in no target. With the flag `g`. */
  readonly targetEnd: RegExp;
  /** From there to the end of the link. With the flag `y`. */
  readonly ending: RegExp;
  /** Least characters of the label, and of the target. */
  readonly least: 0 | 1;
}

/**
 * A text with the labels of its Markdown links and images in their place. It takes time in proportion to the length of the
 * text: one pattern for all of a link would look for the end of the label anew from each of many `[`.
 */
export function withoutLinks(text: string, { labelEnd, targetEnd, ending, least }: LinkForm): string {
  const labelEndFrom = firstFrom(text, labelEnd);
  const targetEndFrom = firstFrom(text, targetEnd);
  const parts: string[] = [];
  let read = 0;
  let leadsNowhere = -1;
  for (const { index, 0: opening } of text.matchAll(OPENING)) {
    const from = index + opening.length;
    // Within the link before.
    if (index < read) continue;
    const close = labelEndFrom(from);
    if (close === undefined) break;
    if (close === leadsNowhere || close - from < least || close - from > LONGEST_LABEL) continue;
    const target = close + 2;
    const end = text.startsWith('](', close) ? targetEndFrom(target) : undefined;
    ending.lastIndex = end ?? 0;
    const rest = end === undefined || end - target < least ? null : ending.exec(text);
    if (end === undefined || rest === null) {
      leadsNowhere = close;
      continue;
    }
    parts.push(text.slice(read, index), text.slice(from, close));
    read = end + rest[0].length;
  }
  return parts.join('') + text.slice(read);
}
