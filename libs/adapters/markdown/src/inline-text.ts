import { joinDividedWords, MARK } from '@arbiter/adapter-kit/documents';
import type { PhrasingContent } from 'mdast';
import { TagReader } from './tag-reader.js';

/** `10^4^` and, of a note that is nowhere explained, `[^4]`. Pandoc's raised text holds no white space. */
const RAISED = /(?<=[\p{L}\p{N})\]])\^([^\s^[\]]{1,16})\^(?![\p{L}\p{N}^])|\[\^[^\s[\]^]{1,40}\]/gu;
/** Pandoc's lowered text (`H~2~O`), which GitHub reads as struck out. */
const LOWERED = /^[^\s~]{1,12}$/;

/** Where a link leads, and what a pointer over it shows. */
export interface LinkTarget {
  readonly url: string;
  readonly title?: string | null | undefined;
}

/** What a document says elsewhere about its inline markup. */
export interface InlineContext {
  /** Targets of links by the identifiers of their definitions. */
  readonly targets: ReadonlyMap<string, LinkTarget>;
  /** Names of the notes that it explains. */
  readonly notes: ReadonlySet<string>;
  /** Words that it writes with a hyphen. */
  readonly compounds: ReadonlySet<string>;
}

/**
 * What a reader sees of inline markdown, with marks for `resolveMarks`: emphasis without its signs, links as their text
 * and where they lead, images as their alternative text. A line break that is meant stays one, one that is not becomes a space or puts a divided word
 * together; marks of footnotes go, since a stored "[1]" would read as a citation.
 *
 * @param withAddresses whether it is told where links lead
 */
export function inlineText(nodes: readonly PhrasingContent[], context: InlineContext, withAddresses: boolean): string {
  const reader = new TagReader(context.notes, withAddresses);
  write(nodes, reader, context);
  return reader.finish();
}

function write(nodes: readonly PhrasingContent[], reader: TagReader, context: InlineContext): void {
  for (const node of nodes) {
    switch (node.type) {
      case 'text':
        reader.text(raisedIn(joinDividedWords(node.value, context.compounds).replaceAll('\n', ' '), context));
        break;
      case 'inlineCode':
        reader.text(node.value);
        break;
      case 'break':
        reader.text('\n');
        break;
      case 'html':
        reader.tag(node.value);
        break;
      case 'image':
      case 'imageReference':
        reader.text(titled(node.alt ?? '', targetOf(node, context)?.title));
        break;
      case 'footnoteReference':
        reader.text(MARK.seam);
        break;
      case 'emphasis':
      case 'strong':
        write(node.children, reader, context);
        break;
      case 'delete':
        reader.text(isLowered(node, reader.last) ? MARK.lowered : MARK.struck);
        write(node.children, reader, context);
        reader.text(MARK.end);
        break;
      case 'link':
      case 'linkReference': {
        const target = targetOf(node, context);
        reader.open(target?.url);
        write(node.children, reader, context);
        reader.close();
        reader.text(titled(plain(node.children), target?.title).slice(plain(node.children).length));
        break;
      }
    }
  }
}

function targetOf(
  node: LinkTarget | { readonly identifier: string },
  { targets }: InlineContext,
): LinkTarget | undefined {
  return 'identifier' in node ? targets.get(node.identifier) : node;
}

/** A text with what a pointer over it shows in brackets, unless it says the same. */
function titled(text: string, title: string | null | undefined): string {
  const said = (title ?? '').trim();
  if (said === '' || text.toLowerCase().includes(said.toLowerCase())) return text;
  return text === '' ? said : `${text} (${said})`;
}

function raisedIn(text: string, { notes }: InlineContext): string {
  if (!text.includes('^')) return text;
  return text.replace(RAISED, (_, raised: string | undefined) => {
    if (raised === undefined) return MARK.seam;
    return `${notes.has(raised) ? MARK.noted : MARK.raised}${raised}${MARK.end}`;
  });
}

type Deleted = Extract<PhrasingContent, { type: 'delete' }>;

/** @param before the text that it follows */
function isLowered(node: Deleted, before: string): boolean {
  return isSingleTilde(node) && /[\p{L}\p{N})]$/u.test(before) && LOWERED.test(plain(node.children));
}

function isSingleTilde({ position, children }: Deleted): boolean {
  const start = position?.start.offset;
  const inner = children[0]?.position?.start.offset;
  return start !== undefined && inner === start + 1;
}

function plain(nodes: readonly PhrasingContent[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.value : ' ')).join('');
}
