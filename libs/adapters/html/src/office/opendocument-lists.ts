import { formatNumber } from '@arbiter/adapter-kit/documents';
import { childrenOf, nodesNamed, type XmlNode } from './xml-tree.js';

/** Values of `style:num-format` (OpenDocument 1.3 part 3, 19.502) as Word calls them. */
const FORMATS: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

interface Level {
  /** Undefined for a bullet. */
  readonly format: string | undefined;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** Numbers of so many levels are shown. */
  readonly shown: number;
}

interface OpenList {
  readonly style: string;
  readonly levels: ReadonlyMap<number, Level>;
  count: number;
}

/** Counts the items of lists, as their styles say. */
export class ListNumbers {
  private readonly styles = new Map<string, ReadonlyMap<number, Level>>();
  private readonly lists: OpenList[] = [];
  private readonly outline = new Map<number, Level>();
  /** Numbers of the headings so far, by level. */
  private readonly headings: number[] = [];
  /** The last number of each style, for lists that go on. */
  private readonly last = new Map<string, number>();

  /** @param parts that hold styles */
  constructor(parts: readonly XmlNode[]) {
    for (const part of parts) {
      for (const style of nodesNamed(part, 'list-style'))
        this.styles.set(
          style.attributes.name ?? '',
          new Map(childrenOf(style).map((level) => [Number(level.attributes.level ?? 1), levelOf(level)])),
        );
      for (const style of nodesNamed(part, 'outline-level-style'))
        this.outline.set(Number(style.attributes.level ?? 1), levelOf(style));
    }
  }

  /** @returns the number that the outline gives to a heading; empty for none */
  nextHeading({ attributes }: XmlNode, depth: number): string {
    const level = this.outline.get(depth);
    if (level?.format === undefined || attributes['is-list-header'] === 'true') return '';
    this.headings.length = Math.min(this.headings.length, depth);
    for (let above = this.headings.length; above < depth - 1; above++) this.headings.push(0);
    this.headings[depth - 1] = (this.headings[depth - 1] ?? level.start - 1) + 1;
    const first = Math.max(0, depth - level.shown);
    const numbers = this.headings
      .slice(first)
      .map((count, index) => formatNumber(count, this.outline.get(first + index + 1)?.format ?? 'decimal'));
    return `${level.prefix}${numbers.join('.')}${level.suffix}`;
  }

  open({ attributes }: XmlNode): void {
    const around = this.lists.at(-1);
    const style = attributes['style-name'] ?? around?.style ?? '';
    const levels = this.styles.get(style) ?? new Map<number, Level>();
    const goesOn = attributes['continue-numbering'] === 'true' || attributes['continue-list'] !== undefined;
    const start = levels.get(this.lists.length + 1)?.start ?? 1;
    const before = this.last.get(`${style} ${this.lists.length}`);
    this.lists.push({ style, levels, count: goesOn && before !== undefined ? before : start - 1 });
  }

  close(): void {
    const list = this.lists.pop();
    if (list) this.last.set(`${list.style} ${this.lists.length}`, list.count);
  }

  /** @returns what stands before an item: its number, "-" for a bullet */
  next({ attributes }: XmlNode): string {
    const list = this.lists.at(-1);
    if (!list) return '-';
    const given = Number(attributes['start-value']);
    list.count = attributes['start-value'] !== undefined && Number.isInteger(given) ? given : list.count + 1;
    const level = list.levels.get(this.lists.length);
    if (level?.format === undefined) return '-';
    const numbers = this.lists.slice(-level.shown).map(({ count, levels }, index, shown) => {
      const own = levels.get(this.lists.length - shown.length + index + 1);
      return formatNumber(count, own?.format ?? 'decimal');
    });
    return `${level.prefix}${numbers.join('.')}${level.suffix}`;
  }
}

function levelOf({ name, attributes }: XmlNode): Level {
  const start = Number(attributes['start-value'] ?? 1);
  const shown = Number(attributes['display-levels'] ?? 1);
  return {
    format: name !== 'list-level-style-bullet' ? FORMATS[attributes['num-format'] ?? ''] : undefined,
    prefix: attributes['num-prefix'] ?? '',
    suffix: attributes['num-suffix'] ?? '',
    start: Number.isInteger(start) ? start : 1,
    shown: Number.isInteger(shown) && shown > 0 ? shown : 1,
  };
}
