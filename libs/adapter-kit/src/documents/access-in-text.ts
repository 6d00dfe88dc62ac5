import { accessRefusal, looksLikeAccessField } from '@arbiter/contracts';

/** Characters and lines in which the head of a document stands. */
const HEAD_LENGTH = 200_000;
const HEAD_LINES = 1_000;
/** Without a mark that opens front matter, fields stand in one of the first paragraphs: before or below the title. */
const FIELD_PARAGRAPHS = 2;
/** Longer names are no fields. */
const NAME_LENGTH = 60;

/** Marks that open front matter, also where nothing closes them or a language does not know them. */
const OPENING = /^\s*(?:---|\+\+\+|;;;|\{|```|~~~)/;
const FENCE = /^\s*(?:```|~~~)/;
const BETWEEN_NAMES = /[^\p{L}\p{N}_. -]+/u;
const TWO_WORDS = /\baccess[ .]groups?\b/i;
const BETWEEN_WORDS = /[^\p{L}\p{N}_-]+/u;

/** Where a text names access groups. */
export interface AccessMention {
  /** From 1. */
  readonly line: number;
}

/**
 * The first line of front matter that cannot be read, or of a part of it, which names access groups in any form.
 *
 * @param isProse only as one word: prose may speak of access and of groups
 */
export function accessMentionIn(text: string, { isProse = false } = {}): AccessMention | undefined {
  let isInAccess = false;
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.split(BETWEEN_WORDS);
    if (words.some(looksLikeAccessField)) return { line: index + 1 };
    if (isProse) continue;
    if (TWO_WORDS.test(line) || (isInAccess && words.some((word) => /^groups?$/i.test(word))))
      return { line: index + 1 };
    isInAccess ||= words.some((word) => /^access$/i.test(word));
  }
  return undefined;
}

/**
 * The first line at the head of a document that is a field of access groups, whatever the mark before it: front matter that
 * nothing closes, or that its format does not know, fields without marks, a comment.
 */
export function accessFieldAtHead(source: string): AccessMention | undefined {
  const lines = source.slice(0, HEAD_LENGTH).split('\n').slice(0, HEAD_LINES);
  const first = lines.findIndex((line) => line.trim() !== '');
  const isOpened = OPENING.test(lines[first] ?? '');
  let paragraphs = 1;
  let isInFence = false;
  for (let index = Math.max(0, first); index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line.trim() === '' && (lines[index - 1] ?? '').trim() !== '') paragraphs += 1;
    if (!isOpened && paragraphs > FIELD_PARAGRAPHS) return undefined;
    if (index > first && FENCE.test(line)) isInFence = !isInFence;
    const names = isInFence ? [] : namesIn(line);
    if ((isOpened ? names : names.slice(0, 1)).some(looksLikeAccessField)) return { line: index + 1 };
  }
  return undefined;
}

/** The line at which a text has a second field of access groups. */
export function secondAccessField(text: string): AccessMention | undefined {
  let fields = 0;
  for (const [index, line] of text.split('\n').entries()) {
    fields += namesIn(line).filter(looksLikeAccessField).length;
    if (fields > 1) return { line: index + 1 };
  }
  return undefined;
}

/**
 * Refuses a text that names its access groups where they do not count.
 *
 * @throws ArbiterError as `accessRefusal`
 */
export function refuseAccessAtHead(source: string, name: string): void {
  const field = accessFieldAtHead(source);
  if (field) throw unclearAccess(name, field, 'they count only in the front matter of Markdown, or with a source');
}

/** @param why as the end of "… names access groups, but …" */
export function unclearAccess(name: string, { line }: AccessMention, why: string): Error {
  return accessRefusal(
    `${name} was refused, since it is unclear who may read it: line ${line} names access groups, but ${why}.`,
  );
}

/** What stands before each colon or equals sign, from the last sign on that no name holds. */
function namesIn(line: string): string[] {
  const parts = line.split(/[:=]/).slice(0, -1);
  return parts
    .map((part) => {
      const names = part.slice(-NAME_LENGTH).split(BETWEEN_NAMES);
      return names.findLast((each) => each.trim() !== '') ?? '';
    })
    .filter((each) => each !== '');
}
