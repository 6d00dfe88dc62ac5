import { speakRow } from '@arbiter/composition';
import { carryOut, isWhiteSpace, negationsIn, type Span, type Steps } from '@arbiter/text';
import type { Evidence, EvidenceSentence } from './passages/evidence.js';

/** Where a source says a text word for word. */
export interface VerbatimMatch extends Span {
  /** Index of the source. */
  readonly source: number;
  /** Whether it also states it there, rather than asking it, denying it or calling it hearsay. */
  readonly stated: boolean;
}

/** A text in the form in which wordings are compared, and where each of its characters stands in the original. */
interface ComparableText {
  readonly text: string;
  readonly places: Uint32Array;
}

/** UTF-16 code units that are read in one step: a millisecond. */
const PAGE = 8_192;
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
]);
const FINAL_MARKS = /(?<![.!…\s])[.!…\s]+$/;
/** A line from its first character on; `.` would end lines elsewhere as well. */
const LINE = /[^\s][^\n]*/g;
/** Cells of a row stand apart by colons, semicolons or bars. */
const CELL_END = /[:;|]/;
/** Longest line that may be a row, in UTF-16 code units: more is prose without line breaks. */
const LONGEST_ROW = 2_000;
/** Words before a clause by which its sentence does not state it. */
const NOT_STATED =
  /\b(?:if|whether|unless|false|untrue|myth|rumou?r\w*|alleg\w+|supposed\w*|doubt\w*|den(?:y|ies|ied)|wrong\w*|mistaken\w*|believed|claim(?:s|ed)?|pretend\w*)\b/i;

/**
 * Finds texts word for word, case, white space, quotation marks and the final full stop aside. A row of a table is found
 * as it is stored and as a person says it.
 */
export class VerbatimIndex {
  private constructor(
    private readonly evidence: Evidence,
    private readonly sources: readonly ComparableText[],
    /** The rows of all sources by how they are said; the first of those that are said alike. */
    private readonly rows: ReadonlyMap<string, VerbatimMatch>,
  ) {}

  /** Reads a page or a row of a source a step. */
  static *reading(evidence: Evidence): Steps<VerbatimIndex> {
    const sources: ComparableText[] = [];
    for (const { text } of evidence.sources) sources.push(yield* comparing(text));
    return new VerbatimIndex(evidence, sources, yield* speakingRows(evidence));
  }

  /** @returns the first match of each source that has one, those that state it first */
  find(text: string): VerbatimMatch[] {
    const wanted = wordingOf(text);
    if (wanted === '') return [];
    const matches = this.sources.flatMap((source, index) => {
      const found = this.#matchesIn(source, index, wanted, text.trimEnd().endsWith('?'));
      return found.find(({ stated }) => stated) ?? found[0] ?? [];
    });
    const row = matches.length === 0 ? this.rows.get(wanted) : undefined;
    return row ? [row] : matches.sort((a, b) => Number(b.stated) - Number(a.stated));
  }

  #matchesIn({ text, places }: ComparableText, source: number, wanted: string, asks: boolean): VerbatimMatch[] {
    const matches: VerbatimMatch[] = [];
    for (let at = text.indexOf(wanted); at >= 0 && matches.length < MOST_MATCHES; at = text.indexOf(wanted, at + 1)) {
      if (!standsAlone(text, at, at + wanted.length)) continue;
      const start = places[at] ?? 0;
      const end = (places[at + wanted.length - 1] ?? start) + 1;
      matches.push({ source, start, end, stated: asks || this.#isStated(source, start, end) });
    }
    return matches;
  }

  /** By the sentence that it stands in: what comes before it there, and how that ends. */
  #isStated(source: number, start: number, end: number): boolean {
    const sentence = this.#sentenceAt(source, start);
    if (!sentence) return true;
    const before = sentence.text.slice(0, Math.max(0, start - sentence.start));
    const after = sentence.text.slice(Math.max(0, end - sentence.start));
    if (/^[^.!]*\?["'”’)\]]*$/.test(after.trimEnd())) return false;
    if (startsRow(before, sentence.text.slice(before.length))) return true;
    // A clause that a comma, semicolon or colon ends does not affect the next one.
    const clause = before.slice(Math.max(...[',', ';', ':'].map((mark) => before.lastIndexOf(mark))) + 1);
    return negationsIn(clause).length === 0 && !NOT_STATED.test(clause);
  }

  #sentenceAt(source: number, place: number): EvidenceSentence | undefined {
    const { sentences } = this.evidence;
    let low = 0;
    let high = sentences.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const sentence = sentences[middle];
      const isBefore = sentence && (sentence.source < source || (sentence.source === source && sentence.end <= place));
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    const found = sentences[low];
    return found?.source === source && found.start <= place ? found : undefined;
  }
}

/** Label of the first column of a row, as the parser writes tables: "Loan: above 50; Security: none". */
const FIRST_LABEL = /^[^\n:;]+:(?= )/;

/** Whether a text begins a row of a table: its line starts with the label of the line before, which says nothing of it. */
function startsRow(before: string, text: string): boolean {
  if (!before.endsWith('\n')) return false;
  const lineBefore = before.slice(before.lastIndexOf('\n', before.length - 2) + 1);
  const [label] = FIRST_LABEL.exec(text) ?? [];
  return label !== undefined && FIRST_LABEL.exec(lineBefore)?.[0] === label;
}

/** A phrase that stands more often says the same each time. */
const MOST_MATCHES = 20;

/** "It costs 5" does not stand in "It costs 50", nor in "It costs 5.5". */
function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^(?:[\p{L}\p{N}%]|[.,:/-]\d)/u.test(text.slice(end, end + 2))
  );
}

function* speakingRows({ sources }: Evidence): Steps<ReadonlyMap<string, VerbatimMatch>> {
  const rows = new Map<string, VerbatimMatch>();
  for (const [source, { text }] of sources.entries()) {
    for (const { 0: line, index: start } of text.matchAll(LINE)) {
      yield;
      if (line.length > LONGEST_ROW || !CELL_END.test(line)) continue;
      const said = speakRow(line)?.text;
      const wording = said === undefined ? '' : wordingOf(said);
      if (wording === '' || rows.has(wording)) continue;
      rows.set(wording, { source, start, end: start + line.length, stated: true });
    }
  }
  return rows;
}

/** What is looked for of a text. */
function wordingOf(text: string): string {
  return carryOut(comparing(text)).text.trim().replace(FINAL_MARKS, '');
}

/** A page a step. */
function* comparing(text: string): Steps<ComparableText> {
  const pages: string[] = [];
  let places: Uint32Array = new Uint32Array(text.length);
  let length = 0;
  let endsInSpace = false;
  for (let start = 0; start < text.length;) {
    const end = endOfCharacter(text, start + PAGE);
    let page = '';
    let place = start;
    for (const character of text.slice(start, end)) {
      const isSpace = isWhiteSpace(character.charCodeAt(0));
      if (!isSpace || !endsInSpace) {
        const form = isSpace ? ' ' : formOf(character);
        page += form;
        if (length + form.length > places.length) places = grown(places, length + form.length);
        for (let unit = 0; unit < form.length; unit++) places[length++] = place + Math.min(unit, character.length - 1);
      }
      endsInSpace = isSpace;
      place += character.length;
    }
    pages.push(page);
    start = end;
    yield;
  }
  return { text: pages.join(''), places };
}

function formOf(character: string): string {
  // Nothing to normalise, as nearly always.
  if (character < '\u0080') return character.toLowerCase();
  return (QUOTES.get(character) ?? character).normalize('NFKC').toLowerCase();
}

/** The index, or the one behind it where it would cut a surrogate pair. */
function endOfCharacter(text: string, index: number): number {
  const before = text.charCodeAt(index - 1);
  return Math.min(text.length, before >= 0xd800 && before <= 0xdbff ? index + 1 : index);
}

/** A ligature may become many characters. */
function grown(places: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(Math.max(2 * places.length, length));
  larger.set(places);
  return larger;
}
