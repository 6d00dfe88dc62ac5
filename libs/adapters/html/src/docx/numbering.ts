import { formatNumber } from '@arbiter/adapter-kit/documents';
import { type NumberReference, readNumberReference, type WordStyles } from './styles.js';
import { childNamed, childrenNamed, isOn, valueOf, type WordElement } from './word-xml.js';

/** Levels of a list (ECMA-376 part 1, 17.9.6). */
const LEVELS = 9;
/** Styles of lists that refer to one another's lists. */
const MAX_LINKS = 10;
/** A longer text of a level is no number. */
const MAX_LEVEL_TEXT = 200;

interface Level {
  readonly start: number;
  readonly format: string;
  /** `%1` stands for the number of the first level. */
  readonly text: string;
  /** 1-based level whose numbers restart this one; 0 for none, undefined for every level above. */
  readonly restart: number | undefined;
  readonly allDecimal: boolean;
  readonly hidden: boolean;
  readonly paragraphStyle: string | undefined;
}

interface List {
  /** Lists of one definition count together. */
  readonly definition: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Levels that this list counts anew, from which number. */
  readonly starts: ReadonlyMap<number, number>;
}

/** A paragraph's place in a list; its number is empty for bullets, and where a list shows none. */
export interface ListPlace {
  readonly level: number;
  readonly number: string;
}

/** The lists of a document: which paragraph is in which, and how each is numbered. */
export class WordNumbering {
  private readonly definitions = new Map<string, WordElement>();
  private readonly nums = new Map<string, WordElement>();
  private readonly lists = new Map<string, List | undefined>();
  private readonly styleLists = new Map<string, string>();

  constructor(
    root: WordElement | undefined,
    stylesRoot: WordElement | undefined,
    private readonly styles: WordStyles,
  ) {
    for (const definition of childrenNamed(root, 'w:abstractNum'))
      this.definitions.set(definition.attributes['w:abstractNumId'] ?? '', definition);
    for (const num of childrenNamed(root, 'w:num')) this.nums.set(num.attributes['w:numId'] ?? '', num);
    for (const style of childrenNamed(stylesRoot, 'w:style')) {
      const list = readNumberReference(childNamed(style, 'w:pPr'))?.numId;
      if (list !== undefined) this.styleLists.set(style.attributes['w:styleId'] ?? '', list);
    }
  }

  /** The list and level of a paragraph, by itself or by its style; undefined for one without number or bullet. */
  placeOf(
    own: NumberReference | undefined,
    styleId: string | undefined,
  ): { readonly list: List; readonly numId: string; readonly level: number } | undefined {
    const byStyle = this.styles.numbering(styleId);
    const numId = own?.numId ?? byStyle?.numId;
    const list = numId === undefined ? undefined : this.listOf(numId);
    if (numId === undefined || !list) return undefined;
    const styled =
      byStyle && [...list.levels].find(([, { paragraphStyle }]) => paragraphStyle === byStyle.styleId)?.[0];
    return { list, numId, level: own?.level ?? styled ?? byStyle?.level ?? 0 };
  }

  private listOf(numId: string): List | undefined {
    if (!this.lists.has(numId)) this.lists.set(numId, this.readList(numId));
    return this.lists.get(numId);
  }

  private readList(numId: string): List | undefined {
    const num = this.nums.get(numId);
    let definition = valueOf(num, 'w:abstractNumId') ?? '';
    // A definition may only name a style whose list is meant; one that comes back to itself defines nothing.
    for (let links = 0; links < MAX_LINKS; links++) {
      const link = valueOf(this.definitions.get(definition), 'w:numStyleLink');
      if (link === undefined) break;
      definition = valueOf(this.nums.get(this.styleLists.get(link) ?? ''), 'w:abstractNumId') ?? '';
    }
    const defined = this.definitions.get(definition);
    if (!num || !defined) return undefined;
    const levels = new Map<number, Level>();
    const starts = new Map<number, number>();
    childrenNamed(defined, 'w:lvl').forEach((level, index) => levels.set(levelIndex(level, index), readLevel(level)));
    for (const override of childrenNamed(num, 'w:lvlOverride')) {
      const index = levelIndex(override, 0);
      const level = childNamed(override, 'w:lvl');
      if (level) levels.set(index, readLevel(level));
      const start = valueOf(override, 'w:startOverride');
      if (start !== undefined) starts.set(index, integer(start, 1));
    }
    return { definition, levels, starts };
  }
}

/** Counts the paragraphs of one story: the body, the notes or the text boxes of a document each count on their own. */
export class ListCounters {
  private readonly counts = new Map<string, (number | undefined)[]>();
  private readonly started = new Set<string>();

  constructor(private readonly numbering: WordNumbering) {}

  /** Counts a paragraph. @returns its place in a list; undefined for one that is in none */
  next(own: NumberReference | undefined, styleId: string | undefined): ListPlace | undefined {
    const place = this.numbering.placeOf(own, styleId);
    if (!place) return undefined;
    const { list, numId, level } = place;
    const counts = this.counts.get(list.definition) ?? [];
    this.counts.set(list.definition, counts);
    // A level below one that has no number yet counts that one as well.
    for (let above = 0; above < level; above++) counts[above] ??= this.startOf(list, numId, above);
    const restarted = list.starts.has(level) && !this.started.has(`${numId}:${level}`);
    const count = counts[level];
    counts[level] = count === undefined || restarted ? this.startOf(list, numId, level) : count + 1;
    for (let below = level + 1; below < LEVELS; below++) {
      const restart = list.levels.get(below)?.restart;
      if (restart === undefined || level < restart) counts[below] = undefined;
    }
    return { level, number: numberText(list, level, counts) };
  }

  private startOf(list: List, numId: string, level: number): number {
    const first = list.starts.get(level);
    const key = `${numId}:${level}`;
    if (first === undefined || this.started.has(key)) return list.levels.get(level)?.start ?? 1;
    this.started.add(key);
    return first;
  }
}

function numberText(list: List, level: number, counts: readonly (number | undefined)[]): string {
  const shown = list.levels.get(level);
  if (!shown || shown.hidden || shown.format === 'bullet') return '';
  return shown.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const count = counts[index];
      const format = list.levels.get(index)?.format ?? 'decimal';
      if (count === undefined || format === 'bullet') return '';
      return formatNumber(count, shown.allDecimal && format !== 'none' ? 'decimal' : format);
    })
    .trim();
}

function readLevel(level: WordElement): Level {
  const restart = valueOf(level, 'w:lvlRestart');
  return {
    start: integer(valueOf(level, 'w:start'), 0),
    format: valueOf(level, 'w:numFmt') ?? 'decimal',
    text: (valueOf(level, 'w:lvlText') ?? '').slice(0, MAX_LEVEL_TEXT),
    restart: restart === undefined ? undefined : integer(restart, 0),
    allDecimal: isOn(level, 'w:isLgl') ?? false,
    hidden: isOn(childNamed(level, 'w:rPr'), 'w:vanish') ?? false,
    paragraphStyle: valueOf(level, 'w:pStyle'),
  };
}

function levelIndex(element: WordElement, otherwise: number): number {
  return integer(element.attributes['w:ilvl'], otherwise);
}

function integer(value: string | undefined, otherwise: number): number {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : otherwise;
}
