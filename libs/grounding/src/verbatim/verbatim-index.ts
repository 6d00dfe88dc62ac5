import { speakRow } from '@arbiter/composition';
import { negationsIn, type Span } from '@arbiter/text';
import type { Steps } from '../steps.js';
import type { Evidence, EvidenceSentence } from '../passages/evidence.js';

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
  readonly #sources: readonly ComparableText[];
  #rows: ReadonlyMap<string, VerbatimMatch> | null = null;

  private constructor(
    private readonly evidence: Evidence,
    sources: readonly ComparableText[],
  ) {
    this.#sources = sources;
  }

  /** Reads a source a step. */
  static *reading(evidence: Evidence): Steps<VerbatimIndex> {
    const sources: ComparableText[] = [];
    for (const { text } of evidence.sources) {
      yield;
      sources.push(comparable(text));
    }
    return new VerbatimIndex(evidence, sources);
  }

  /** @returns the first match of each source that has one, those that state it first */
  find(text: string): VerbatimMatch[] {
    const wanted = comparable(text).text.trim().replace(FINAL_MARKS, '');
    if (wanted === '') return [];
    const matches = this.#sources.flatMap((source, index) => {
      const found = this.#matchesIn(source, index, wanted, text.trimEnd().endsWith('?'));
      return found.find(({ stated }) => stated) ?? found[0] ?? [];
    });
    const row = matches.length === 0 ? this.#spokenRows().get(wanted) : undefined;
    return row ? [row] : matches.sort((a, b) => Number(b.stated) - Number(a.stated));
  }

  /** The rows of all sources by how they are said; the first of those that are said alike. */
  #spokenRows(): ReadonlyMap<string, VerbatimMatch> {
    if (this.#rows) return this.#rows;
    const rows = new Map<string, VerbatimMatch>();
    this.evidence.sources.forEach(({ text }, source) => {
      for (const line of text.matchAll(LINE)) {
        if (line[0].length > LONGEST_ROW || !CELL_END.test(line[0])) continue;
        const said = speakRow(line[0])?.text;
        const wording = said === undefined ? '' : comparable(said).text.trim().replace(FINAL_MARKS, '');
        if (wording === '' || rows.has(wording)) continue;
        rows.set(wording, { source, start: line.index, end: line.index + line[0].length, stated: true });
      }
    });
    this.#rows = rows;
    return rows;
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
    // What a comma, semicolon or colon ends says nothing of what follows.
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

/** What names the first column of a row, as the parser writes tables: "Loan: above 50; Security: none". */
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

function comparable(text: string): ComparableText {
  let folded = '';
  const places: number[] = [];
  let place = 0;
  // Looking at the end of a string that grows would copy it each time.
  let endsInSpace = false;
  for (const character of text) {
    const isSpace = /\s/.test(character);
    const form = isSpace ? ' ' : (QUOTES.get(character) ?? character).normalize('NFKC').toLowerCase();
    if (!isSpace || !endsInSpace) {
      folded += form;
      for (let unit = 0; unit < form.length; unit++) places.push(place + Math.min(unit, character.length - 1));
    }
    endsInSpace = isSpace;
    place += character.length;
  }
  return { text: folded, places: Uint32Array.from(places) };
}
