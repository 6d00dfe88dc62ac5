import { truthOf, type ValueMatch, type Wanted } from './match-value.js';
import type { QuestionWord } from './question-words.js';
import type { Column, RecordTable } from './record-table.js';

/** Longest run of words that is looked for as one value. */
const LONGEST_RUN = 6;

/** Whether a row meets a condition, by row. */
export type Verdicts = readonly boolean[];

export interface Condition {
  readonly verdicts: Verdicts;
  readonly isNegated: boolean;
  /** Column, or null for what stands in headings. */
  readonly column: Column | null;
  /** Joined with the condition before it by "and" or "or". */
  readonly isJoined: boolean;
}

/** Reads the conditions of a question from left to right, each as long a run of words as some value holds. */
export class ConditionReading {
  readonly conditions: Condition[] = [];
  /** Words that nothing explains; of conditions that were not understood as they are written. */
  readonly unexplained: QuestionWord[] = [];
  readonly unread: string[] = [];
  /** Columns that the question names. */
  readonly named = new Set<Column>();
  /** The noun that names the kind of things that are asked for. */
  head: QuestionWord | null = null;
  /** How many the question says that there are. */
  count: number | null = null;

  /** Columns that are named, and whether as what a thing is without. */
  private readonly having = new Map<Column, boolean>();
  private readonly only: QuestionWord | undefined;
  private denies: QuestionWord | null = null;
  private wasDenied = false;
  private isJoined = false;
  private nearColumn: Column | null = null;
  private preposition = '';

  constructor(
    private readonly table: RecordTable,
    private readonly words: readonly QuestionWord[],
  ) {
    this.only = words.find(({ normal }) => normal === 'only');
  }

  read(): this {
    this.head = headOf(this.words);
    for (let at = 0; at < this.words.length;) at += this.step(at);
    this.readHaving();
    if (this.denies) this.unread.push(this.denies.text);
    if (this.only && !this.conditions.some(({ column }) => column)) this.unread.push(this.only.text);
    return this;
  }

  /** "Which huts have a warden?", where some rows say that there is none. What a condition or a number is said of, is had. */
  private readHaving(): void {
    for (const [column, isNegated] of this.having) {
      const truths = column.values.map((value) => (value === null ? false : truthOf(value)));
      if (!truths.includes(false) || this.conditions.some((condition) => condition.column === column)) continue;
      const saysYes = truths.includes(true);
      const verdicts = truths.map((truth, row) => {
        if (isNegated) return truth === false && column.values[row] !== null;
        return saysYes ? truth === true : truth === null;
      });
      this.conditions.push({ column, verdicts, isNegated, isJoined: false });
    }
  }

  /** @returns how many words were read, 1 at least */
  private step(at: number): number {
    const word = this.words[at];
    if (!word) return 1;
    if (this.joins(word)) return 1;
    if (word.role === 'small') {
      this.preposition = word.normal;
      if (!this.table.isValue(word.normal) || this.words[at + 1]?.role === 'content') return 1;
    }
    const read = this.readValue(at);
    if (read > 0) return read;
    if (word.role === 'limit' && word.normal !== 'only') this.unread.push(word.text);
    if (word.role === 'count') this.count = word.number;
    if (word.role === 'content' && !this.readScope(word)) this.unexplained.push(word);
    return 1;
  }

  /** Reads a word that denies or joins conditions: "not", "both", "but". */
  private joins(word: QuestionWord): boolean {
    if (word.role !== 'not' && word.role !== 'joint') return false;
    if (word.role === 'not') this.denies = word;
    if (word.role === 'joint' || word.normal === 'nor') this.isJoined = word.normal !== 'but';
    if (word.normal === 'both') this.unread.push(word.text);
    return true;
  }

  /** The longest run from a word on that some value is; then the longest that one holds. */
  private readValue(at: number): number {
    const runs = this.runsFrom(at);
    for (const run of runs) if (this.readTruth(run.words)) return run.length;
    for (const levels of [['equal'], ['equal', 'holds', 'near']] as const) {
      for (const run of runs) {
        const isWord = run.words.length === 1;
        if (levels.length > 1 && isWord && this.isScope(run.words[0])) continue;
        // A form word is a condition only where it is all of a value.
        if (levels.length > 1 && isWord && run.words[0]?.role !== 'content') continue;
        if (!this.readRun(run.words, levels)) continue;
        // What stands over all rows may be their subject as well: "the dredging plan", of which a row says "Tags: dredging".
        if (run.words.every((word) => this.isOverAll(word)))
          this.unread.push(run.words.map(({ text }) => text).join(' '));
        return run.length;
      }
    }
    return 0;
  }

  /** Runs of words with a meaning, small ones between them left out; longest first. */
  private runsFrom(at: number): { readonly words: readonly QuestionWord[]; readonly length: number }[] {
    const runs: { readonly words: readonly QuestionWord[]; readonly length: number }[] = [];
    const words: QuestionWord[] = [];
    for (let end = at; end < this.words.length && words.length < LONGEST_RUN; end += 1) {
      const word = this.words[end];
      if (!word || ['not', 'joint'].includes(word.role)) break;
      if (word.role === 'small' && end > at) continue;
      words.push(word);
      runs.unshift({ words: [...words], length: end + 1 - at });
    }
    return runs;
  }

  private readRun(words: readonly QuestionWord[], levels: readonly ValueMatch[]): boolean {
    const [first] = words;
    const wanted: Wanted = {
      stems: words.map(({ stem }) => stem),
      isName: /^[\p{Lu}\p{N}]/u.test(first?.text ?? ''),
    };
    // Under "Reminders" the stages of reminders are not the stage "Reminder".
    const isHeading = words.length === 1 && first && this.table.underHeading(first.stem).every((holds) => holds);
    const matched = this.table.columns
      .filter(({ isTruth }, index) => !isTruth && !(isHeading && index === 0))
      .map((column) => ({ column, matches: this.table.match(column, wanted, this.only !== undefined) }))
      .filter(({ matches }) => matches.some((match) => match !== null && levels.includes(match)));
    if (matched.length === 0) return false;
    const named = matched.filter(
      ({ column }) => column === this.nearColumn || column.name?.toLowerCase() === this.preposition,
    );
    const isNegated = this.isDenied();
    const options = (named.length > 0 ? named : matched).map(({ column, matches }) => ({
      column,
      verdicts: verdictsOf(matches, isNegated),
    }));
    const [option, ...others] = options;
    if (!option) return false;
    if (others.some(({ verdicts }) => verdicts.join() !== option.verdicts.join())) {
      this.unread.push(words.map(({ text }) => text).join(' '));
    }
    this.add({ ...option, isNegated });
    return true;
  }

  /** "With a stove", where the column "Stove" says yes or no. */
  private readTruth(words: readonly QuestionWord[]): boolean {
    const stems = words.map(({ stem }) => stem);
    const column = this.table.columns.find(
      ({ isTruth, terms }) => isTruth && terms.size === stems.length && stems.every((stem) => terms.has(stem)),
    );
    if (!column) return false;
    const isNegated = this.isDenied();
    const verdicts = column.values.map((value) => value !== null && truthOf(value) === !isNegated);
    this.add({ column, verdicts, isNegated });
    return true;
  }

  private isDenied(): boolean {
    return this.denies !== null || (this.wasDenied && this.isJoined);
  }

  private add({ isNegated, ...condition }: Omit<Condition, 'isJoined'>): void {
    this.conditions.push({ ...condition, isNegated, isJoined: this.isJoined });
    this.wasDenied = isNegated;
    this.denies = null;
    this.isJoined = false;
    this.nearColumn = null;
    this.preposition = '';
  }

  private isScope(word: QuestionWord | undefined): boolean {
    if (!word) return false;
    return this.columnOf(word) !== undefined || this.isOverAll(word);
  }

  private isOverAll({ stem }: QuestionWord): boolean {
    return this.table.underHeading(stem).every((holds) => holds);
  }

  /** A word that a column or the headings say: of all rows it says nothing, of some it is a condition. */
  private readScope(word: QuestionWord): boolean {
    const column = this.columnOf(word);
    if (column) {
      if (word !== this.head) this.having.set(column, this.isDenied());
      // What is denied of a column that every row fills is denied of what follows: "not at home in Brae".
      if (column.values.some((value) => value === null || truthOf(value) === false)) this.denies = null;
      this.named.add(column);
      this.nearColumn = column;
      return true;
    }
    const under = this.table.underHeading(word.stem);
    if (!under.some((holds) => holds)) return false;
    if (under.every((holds) => holds)) return true;
    const isNegated = this.isDenied();
    this.add({ column: null, verdicts: under.map((holds) => holds !== isNegated), isNegated });
    return true;
  }

  private columnOf({ stem }: QuestionWord): Column | undefined {
    return this.table.columns.find(({ terms }) => terms.has(stem));
  }
}

/** A row that only says it with a reservation meets neither the condition nor its contrary. */
function verdictsOf(matches: readonly (ValueMatch | null)[], isNegated: boolean): Verdicts {
  if (isNegated) return matches.map((match) => match === 'no');
  const isEqual = matches.includes('equal');
  return matches.map((match) => match === 'equal' || match === 'holds' || (match === 'near' && !isEqual));
}

/**
 * The noun that says what is asked for: the last word with a meaning before the verb. "Who are the carpenters?" and "Which are the
 * oak ones?" name no kind: what they say is a condition.
 */
function headOf(words: readonly QuestionWord[]): QuestionWord | null {
  const [asking, next] = words;
  if (asking?.normal.startsWith('who') || (asking?.normal === 'which' && next?.role === 'small')) return null;
  const first = words.findIndex(({ role }) => role === 'content');
  if (first < 0) return null;
  let last = first;
  while (words[last + 1]?.role === 'content') last += 1;
  return words[last] ?? null;
}
