import { formatNumber } from '@arbiter/adapter-kit/documents';

interface OpenList {
  /** The mark of its items. */
  readonly mark: string;
  readonly format: string;
  next: number;
}

/** How the numbers of a list are set, where its source says so. */
export interface ListStyle {
  /** As `formatNumber` names them. */
  readonly format?: string | undefined;
  readonly start?: number | undefined;
}

/** Numbers of lists within one another that go by the depth of their numbered lists (AsciiDoc, "Ordered list numeration"). */
const FORMATS = ['decimal', 'lowerLetter', 'lowerRoman', 'upperLetter', 'upperRoman'];

/** Counts the items of lists whose marks do not say their numbers. */
export class ItemNumbers {
  private readonly open: OpenList[] = [];

  /**
   * The number of the next item with a mark; the lists within the one that has it end.
   *
   * @param isNumbered false for bullets, which only tell where lists end
   * @param style of the list, before its first item alone
   */
  next(mark: string, isNumbered: boolean, style?: ListStyle): string {
    const at = style ? -1 : this.open.findIndex((list) => list.mark === mark);
    if (at >= 0) this.open.length = at + 1;
    else this.begin(mark, isNumbered, style);
    const list = this.open.at(-1);
    if (!list || list.format === '') return '';
    return formatNumber(list.next++, list.format);
  }

  /** What follows belongs to no list. */
  end(): void {
    this.open.length = 0;
  }

  private begin(mark: string, isNumbered: boolean, style: ListStyle = {}): void {
    const known = this.open.findIndex((list) => list.mark === mark);
    if (known >= 0) this.open.length = known;
    const depth = this.open.filter(({ format }) => format !== '').length;
    const format = style.format ?? FORMATS[Math.min(depth, FORMATS.length - 1)] ?? '';
    this.open.push({ mark, format: isNumbered ? format : '', next: style.start ?? 1 });
  }
}
