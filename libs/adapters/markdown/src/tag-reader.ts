import { addressBehind, MARK } from '@arbiter/adapter-kit/documents';
import { decodeString } from 'micromark-util-decode-string';

const TAG = /^<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>?$/i;
const STRUCK_STYLE = /\bstyle\s*=\s*["'][^"'<>]*\btext-decoration(?:-line)?\s*:[^;"'<>]*\bline-through\b/i;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;
const TITLE = /\btitle\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** What tags make of their text; the readings of ruby text are left out. */
const TAG_MARKS: ReadonlyMap<string, string> = new Map([
  ['s', MARK.struck],
  ['strike', MARK.struck],
  ['del', MARK.struck],
  ['rt', MARK.struck],
  ['rp', MARK.struck],
  ['sup', MARK.raised],
  ['sub', MARK.lowered],
]);
/** Without content. */
const VOID_TAGS: ReadonlySet<string> = new Set(['img', 'input', 'wbr', 'hr', 'meta', 'link', 'source']);

/** Tags within each other that are kept in mind. */
const MAX_OPEN = 200;
/** Parts of a link's text that are read. */
const MAX_LABEL_PARTS = 50;

interface OpenTag {
  readonly name: string;
  readonly mark: string | undefined;
  /** Where a link leads. */
  readonly target?: string;
  /** What an abbreviation stands for. */
  readonly expansion?: string;
  /** Index of its first part. */
  readonly from: number;
}

/** Puts a text together from plain parts, HTML tags and links, with marks for `resolveMarks`. */
export class TagReader {
  private readonly parts: string[] = [];
  private readonly openTags: OpenTag[] = [];

  /**
   * @param notes names of the notes that the document explains
   * @param withAddresses whether links are followed by where they lead
   */
  constructor(
    private readonly notes: ReadonlySet<string>,
    private readonly withAddresses: boolean,
  ) {}

  /** The last part that was written. */
  get last(): string {
    return this.parts.at(-1) ?? '';
  }

  text(text: string): void {
    const isNote = this.last === MARK.raised && this.notes.has(text.trim());
    if (isNote) this.parts[this.parts.length - 1] = MARK.noted;
    if (text !== '') this.parts.push(text);
  }

  /** Reads one tag, as it stands in the source. */
  tag(source: string): void {
    const [, slash, tag = '', attributes = ''] = TAG.exec(source) ?? [];
    const name = tag.toLowerCase();
    if (name === 'br') this.parts.push('\n');
    if (name === '' || name === 'br' || VOID_TAGS.has(name)) return;
    if (slash === '/') this.closeTag(name);
    else if (!attributes.endsWith('/')) this.openTag(name, attributes);
  }

  /** Begins a link. */
  open(target = ''): void {
    // `<sup>[1](#note-1)</sup>`
    if (target.startsWith('#') && this.last === MARK.raised) this.parts[this.parts.length - 1] = MARK.struck;
    this.push({ name: 'a', mark: undefined, target, from: this.parts.length });
  }

  /** Ends the last link. */
  close(): void {
    this.closeTag('a');
  }

  finish(): string {
    return this.parts.join('');
  }

  private openTag(name: string, attributes: string): void {
    if (name === 'a') {
      const [, quoted, single, bare] = HREF.exec(attributes) ?? [];
      this.open(decodeString(quoted ?? single ?? bare ?? ''));
      return;
    }
    if (name === 'abbr') {
      const [, double, single] = TITLE.exec(attributes) ?? [];
      this.push({ name, mark: undefined, expansion: decodeString(double ?? single ?? ''), from: this.parts.length });
      return;
    }
    const mark = STRUCK_STYLE.test(attributes) ? MARK.struck : TAG_MARKS.get(name);
    // `[<sup>1</sup>](#note-1)`
    const isNote = mark === MARK.raised && (this.openTags.at(-1)?.target?.startsWith('#') ?? false);
    this.push({ name, mark, from: this.parts.length });
    if (mark !== undefined) this.parts.push(isNote ? MARK.struck : mark);
  }

  private push(tag: OpenTag): void {
    if (this.openTags.length < MAX_OPEN) this.openTags.push(tag);
  }

  /** Tags that were left open within it end with it. */
  private closeTag(name: string): void {
    const index = this.openTags.findLastIndex((tag) => tag.name === name);
    if (index < 0) return;
    for (const { mark, target, expansion = '', from } of this.openTags.splice(index).reverse()) {
      if (mark !== undefined) this.parts.push(MARK.end);
      if (expansion !== '') this.parts.push(` (${expansion})`);
      if (target !== undefined && this.withAddresses) this.writeAddress(target, from);
    }
  }

  private writeAddress(target: string, from: number): void {
    const label = this.parts.slice(from, from + MAX_LABEL_PARTS).join('');
    const address = addressBehind(target, label);
    if (address !== undefined) this.parts.push(address);
  }
}
