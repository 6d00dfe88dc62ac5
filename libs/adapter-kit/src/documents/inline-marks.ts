import { counted } from '@arbiter/contracts';
import { raisedText, type RaisedPlace } from './raised-text.js';
import { loweredText, powerText } from './script-forms.js';

/**
 * Stand in the text of a block for markup whose meaning depends on what is around it, until {@link resolveMarks}. They are
 * noncharacters of Unicode, which are for use inside a program (Unicode Standard, 23.7); in a source they do no harm.
 */
export const MARK = {
  /** Raised text: a note mark, a power or an ordinal ending. Ends with `end`, like the next five. */
  raised: '\ufdd0',
  /** Raised text that the page explains as a note. */
  noted: '\ufdd1',
  /** Raised text of a formula. */
  power: '\ufdd2',
  lowered: '\ufdd3',
  /** Text that is struck out. */
  struck: '\ufdd4',
  end: '\ufdd5',
  /** Here something was left out. */
  seam: '\ufdd6',
} as const;

const MARKS = /([\ufdd0-\ufdd6])/;
const OPENING: ReadonlySet<string> = new Set([MARK.raised, MARK.noted, MARK.power, MARK.lowered, MARK.struck]);
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '«': '»', '“': '”' };

/** Brackets within each other that stand around something left out. */
const MAX_BRACKETS = 4;

/** Characters before a raised text that say what it is. */
const CONTEXT = 80;

/**
 * The text of a block without marks: struck-out text and note marks are gone, with white space and punctuation around them
 * as if they had never been there; powers and indices are written with the raised and lowered digits of Unicode. A mark
 * without an end means nothing. Takes time in proportion to the length.
 */
export function resolveMarks(text: string): string {
  if (!MARKS.test(text)) return text;
  const pieces = text.split(MARKS);
  const closed = closedMarks(pieces);
  const writer = new SeamWriter();
  let open: { readonly mark: string; readonly parts: string[] } | undefined;
  /** Marks within the open one. */
  const inner: string[] = [];
  let struckWithin = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) {
      if (!open) writer.write(piece);
      else if (struckWithin === 0 && piece !== '') open.parts.push(piece);
    } else if (piece === MARK.seam) {
      if (!open) writer.omit();
    } else if (!closed.has(index)) continue;
    else if (piece !== MARK.end) {
      if (!open) open = { mark: piece, parts: [] };
      else {
        inner.push(piece);
        if (piece === MARK.struck) struckWithin += 1;
        else open.parts.push(...partedFrom(open.parts, piece));
      }
    } else if (inner.length > 0) {
      if (inner.pop() === MARK.struck) struckWithin -= 1;
    } else if (open) {
      writeScript(writer, open.mark, open.parts.join(''), placeAt(pieces, index, writer.tail));
      open = undefined;
    }
  }
  return writer.finish();
}

/** What parts a power within a power from what stands before it. */
function partedFrom(parts: readonly string[], mark: string): string[] {
  return mark === MARK.lowered || (parts.at(-1) ?? '^') === '^' ? [] : ['^'];
}

/** Paragraphs, items and cells with struck-out text. */
export interface StruckBlocks {
  /** Those that hold nothing else. */
  readonly whole: number;
  readonly partly: number;
}

/** What is said of a document with struck-out text. @param isAll whether there is no other text */
export function struckTextWarnings({ whole, partly }: StruckBlocks, isAll: boolean): string[] {
  if (whole > 0 && isAll) return ['All of its text is struck out and was left out.'];
  const all =
    whole === 1
      ? 'A paragraph, item or cell is all struck out and was left out.'
      : `${whole} paragraphs, items or cells are all struck out and were left out.`;
  const places = counted(partly, 'paragraph, item or cell', 'paragraphs, items or cells');
  return [...(whole > 0 ? [all] : []), ...(partly > 0 ? [`Struck-out words of ${places} were left out.`] : [])];
}

/** Indexes of opening marks that have an end, and of these ends. */
function closedMarks(pieces: readonly string[]): ReadonlySet<number> {
  const closed = new Set<number>();
  const opened: number[] = [];
  for (let index = 1; index < pieces.length; index += 2) {
    const piece = pieces[index] ?? '';
    if (OPENING.has(piece)) opened.push(index);
    else if (piece === MARK.end) {
      const start = opened.pop();
      if (start !== undefined) closed.add(start).add(index);
    }
  }
  return closed;
}

function placeAt(pieces: readonly string[], end: number, before: string): RaisedPlace {
  const after = (pieces[end + 1] ?? '').slice(0, CONTEXT);
  return { before, after, isNumerator: /^\s*[/⁄]\s*$/.test(after) && pieces[end + 2] === MARK.lowered };
}

function writeScript(writer: SeamWriter, mark: string, content: string, place: RaisedPlace): void {
  if (mark === MARK.struck) {
    writer.omit();
    return;
  }
  const written =
    mark === MARK.lowered
      ? loweredText(content, place.before)
      : mark === MARK.power
        ? powerText(content)
        : raisedText(content, place, mark === MARK.noted);
  if (written === '') writer.omit();
  else writer.write(written);
}

/** Writes a text of which parts are left out, and closes the gaps. */
class SeamWriter {
  /** The end of what was written. */
  tail = '';

  private readonly parts: string[] = [];
  private isOpen = false;

  write(text: string): void {
    // Gaps side by side leave one space.
    if (this.isOpen && /^[^\S\n]+$/.test(text) && /\s$/.test(this.tail)) return;
    const joined = this.isOpen && text.trim() !== '' ? this.close(text) : text;
    if (joined === '') return;
    this.parts.push(joined);
    this.tail = (this.tail + joined).slice(-CONTEXT);
  }

  /** Here something is left out. */
  omit(): void {
    this.isOpen = true;
  }

  finish(): string {
    if (this.isOpen) {
      while (/[,;(]\s*$/.test(this.tail)) this.dropLast();
    }
    return this.parts.join('');
  }

  /** @returns what is left to write of the text behind a gap */
  private close(text: string): string {
    let rest = text;
    // Brackets around nothing but the gap go with it.
    for (let level = 0; level < MAX_BRACKETS && CLOSERS[this.last] === rest.trimStart().charAt(0); level++) {
      this.dropLast();
      rest = rest.trimStart().slice(1);
      if (rest.trim() === '') return rest;
    }
    this.isOpen = false;
    const lead = rest.trimStart();
    const next = lead.charAt(0);
    const last = this.last;
    if (/[,;:.!?)\]}»”]/.test(next)) {
      if (last === '' || (last === next && /[,;:.]/.test(next))) return lead.slice(1);
      if (/[.!?:]/.test(last) && /[,;:]/.test(next)) return lead.slice(1);
      if (/[,;]/.test(last) && /[.;:!?)]/.test(next)) this.dropLast();
      this.trim();
      return lead;
    }
    if (last in CLOSERS) return lead;
    return lead === text && /\d$/.test(this.tail) && /^\d/.test(next) ? ` ${text}` : rest;
  }

  /** The last character that is not white space. */
  private get last(): string {
    return this.tail.trimEnd().slice(-1);
  }

  /** Removes white space from the end. */
  private trim(): void {
    this.tail = this.tail.trimEnd();
    for (let part = this.parts.pop(); part !== undefined; part = this.parts.pop()) {
      const kept = part.trimEnd();
      if (kept === '') continue;
      this.parts.push(kept);
      if (this.tail === '') this.tail = kept.slice(-CONTEXT);
      return;
    }
  }

  /** Removes the last character that is not white space. */
  private dropLast(): void {
    this.trim();
    const part = this.parts.pop() ?? '';
    if (part.length > 1) this.parts.push(part.slice(0, -1));
    this.tail = this.tail.slice(0, -1);
    if (this.tail === '') this.tail = (this.parts.at(-1) ?? '').slice(-CONTEXT);
  }
}
