import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';

/** A piece of running text. `start` is its offset in the Markdown, UTF-16 code units; null where it cannot be told. */
export interface TextNode {
  readonly text: string;
  readonly start: number | null;
}

/** All elements that a program's text can make. */
export type Tag =
  | (
      | 'p'
      | 'h3'
      | 'h4'
      | 'hr'
      | 'br'
      | 'blockquote'
      | 'ul'
      | 'ol'
      | 'li'
      | 'pre'
      | 'code'
      | 'strong'
      | 'em'
      | 'del'
      | 'a'
    )
  | ('table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td');

export interface ElementNode {
  readonly tag: Tag;
  /** Of a link: an address of http or https. */
  readonly href?: string;
  /** Number of the first item of a list. */
  readonly first?: number;
  readonly children: readonly Node[];
}

/** A string is code: it is shown as it is, with nothing drawn over it. */
export type Node = ElementNode | TextNode | string;

/** A block at the outermost level. The sources of all blocks, joined, are the text. */
export interface Block {
  readonly start: number;
  readonly source: string;
  /** null for what shows nothing: blank lines, definitions of links. */
  readonly node: ElementNode | null;
}

/**
 * Reads Markdown that a program wrote, into nodes that hold no HTML, no image and no address but of http and https. What of it
 * is markup of another kind stays as the characters that it is.
 *
 * @param before blocks of an earlier state of a text that grows: those that are finished come back as the same objects, so that
 *   nobody draws them again
 */
export function readBlocks(text: string, before: readonly Block[] = []): readonly Block[] {
  // Line ends as the lexer wants them, without a change of any offset.
  const lines = text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');
  // The last block may go on, and blank lines before it may join it to another.
  let kept = before.slice(0, -1);
  while (kept.at(-1)?.node === null) kept = kept.slice(0, -1);
  if (!lines.startsWith(kept.map(({ source }) => source).join(''))) kept = [];
  const last = kept.at(-1);
  let start = last ? last.start + last.source.length : 0;
  const blocks = lexer(lines.slice(start)).map((token) => {
    const reader = new OffsetReader(token.raw, start);
    const block = { start, source: token.raw, node: reader.block(token) };
    start += token.raw.length;
    return block;
  });
  return [...kept, ...blocks];
}

/** Turns tokens into nodes. Tokens name no offsets: they are found in their source, one after another. */
class OffsetReader {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly origin: number,
  ) {}

  block(token: Token): ElementNode | null {
    const known = token as MarkedToken;
    switch (known.type) {
      case 'space':
      case 'def':
        return null;
      case 'heading':
        return { tag: known.depth <= 2 ? 'h3' : 'h4', children: this.inlines(known.tokens) };
      case 'code':
        return { tag: 'pre', children: [{ tag: 'code', children: [known.text] }] };
      case 'hr':
        return { tag: 'hr', children: [] };
      case 'blockquote':
        return { tag: 'blockquote', children: this.blocks(known.tokens) };
      case 'list': {
        const children = known.items.map((item): Node => ({ tag: 'li', children: this.blocks(item.tokens) }));
        return known.ordered ? { tag: 'ol', first: known.start || 1, children } : { tag: 'ul', children };
      }
      case 'table': {
        const head: Node = { tag: 'thead', children: [this.row(known.header, 'th')] };
        return {
          tag: 'table',
          children: [head, { tag: 'tbody', children: known.rows.map((row) => this.row(row, 'td')) }],
        };
      }
      case 'paragraph':
      case 'text':
        return { tag: 'p', children: this.inlines(known.tokens ?? [known]) };
      default:
        return { tag: 'p', children: [this.text(token.raw.trimEnd())] };
    }
  }

  private blocks(tokens: readonly Token[]): readonly Node[] {
    return tokens.map((token) => this.block(token)).filter((node) => node !== null);
  }

  private row(cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): Node {
    return { tag: 'tr', children: cells.map(({ tokens }) => ({ tag, children: this.inlines(tokens) })) };
  }

  private inlines(tokens: readonly Token[]): readonly Node[] {
    return tokens.map((token) => {
      const start = this.source.indexOf(token.raw, this.at);
      if (start !== -1) this.at = start;
      const node = this.inline(token as MarkedToken);
      if (start !== -1) this.at = start + token.raw.length;
      return node;
    });
  }

  private inline(token: MarkedToken): Node {
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return { tag: token.type, children: this.inlines(token.tokens) };
      case 'codespan':
        return { tag: 'code', children: [token.text] };
      case 'br':
        return { tag: 'br', children: [] };
      case 'link':
        return this.link(token);
      case 'escape':
      case 'image':
      case 'text':
        // Of an image its words: it would be loaded from wherever the text says.
        return this.text(token.text, token.raw);
      default:
        return this.text(token.raw);
    }
  }

  private link(token: Tokens.Link): Node {
    const href = webAddress(token.href);
    // "[1]" is a marker, even where the text defines a link of that name.
    if (href === null || /^\[\d+\]$/.test(token.raw)) return this.text(token.raw);
    return { tag: 'a', href, children: this.inlines(token.tokens) };
  }

  private text(text: string, raw = text): TextNode {
    const start = text === raw ? this.source.indexOf(raw, this.at) : -1;
    return { text, start: start === -1 ? null : this.origin + start };
  }
}

/** An address that a click may open; null for every other, such as of the scheme `javascript`. */
export function webAddress(href: string): string | null {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
  const { protocol, href: whole } = new URL(href);
  return protocol === 'https:' || protocol === 'http:' ? whole : null;
}
