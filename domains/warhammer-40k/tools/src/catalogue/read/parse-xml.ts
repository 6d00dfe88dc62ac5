import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import { LIST_NAMES, TEXT_KEY, TEXT_NAMES, type CatalogueRecord } from '../model/catalogue-record.js';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { nextTurn } from '../next-turn.js';

/** Levels of nesting; the deepest published catalogue has some 40. */
const MAX_DEPTH = 200;
/** UTF-16 units that are parsed before a caller that has gone is noticed; some 10 ms. */
const UNITS_PER_TURN = 262_144;

type Frame =
  | { readonly kind: 'node' | 'text'; readonly node: Record<string, unknown>; readonly key: string; text: string }
  | { readonly kind: 'list'; readonly list: CatalogueRecord[]; readonly item: string }
  | { readonly kind: 'skipped' };

/**
 * Reads the XML form into the JSON form. Elements that the schema does not know are left out and counted. A document
 * type declaration is refused, and with it every entity but the five of XML.
 *
 * @throws ArbiterError INVALID_REQUEST for what is not well-formed, no catalogue, or beyond the limits
 */
export async function parseXml(
  text: string,
  { name, signal, unknown }: { readonly name: string; readonly signal: AbortSignal; readonly unknown: UnknownCounts },
): Promise<CatalogueRecord> {
  const builder = new RecordBuilder(name, unknown);
  const parser = new SaxesParser({ fileName: name, xmlns: false, position: true });
  parser.on('error', ({ message }) => {
    throw refused(name, `is not well-formed XML: ${message.replace(/^.*?(?=(?<!\d)\d+:\d+: )/s, 'line ')}`);
  });
  parser.on('doctype', () => {
    throw refused(name, 'declares a document type, which no catalogue needs; it is not read');
  });
  parser.on('opentag', (tag) => builder.open(tag));
  parser.on('closetag', () => builder.close());
  parser.on('text', (content) => builder.text(content));
  parser.on('cdata', (content) => builder.text(content));
  for (let at = 0; at < text.length; at += UNITS_PER_TURN) {
    parser.write(text.slice(at, at + UNITS_PER_TURN));
    await nextTurn(signal);
  }
  parser.close();
  return builder.document;
}

class RecordBuilder {
  readonly document: Record<string, unknown> = {};
  private readonly stack: Frame[] = [];

  constructor(
    private readonly name: string,
    private readonly unknown: UnknownCounts,
  ) {}

  open({ name: qualified, attributes }: SaxesTagPlain): void {
    if (this.stack.length >= MAX_DEPTH) throw refused(this.name, `is nested deeper than ${MAX_DEPTH} elements`);
    const name = qualified.slice(qualified.indexOf(':') + 1);
    this.stack.push(this.frameOf(name, attributes));
  }

  close(): void {
    const frame = this.stack.pop();
    if (frame?.kind === 'text') frame.node[frame.key] = frame.text.trim();
    else if (frame?.kind === 'node' && frame.text.trim() !== '') frame.node[TEXT_KEY] = frame.text.trim();
  }

  text(content: string): void {
    const frame = this.stack.at(-1);
    if (frame?.kind === 'node' || frame?.kind === 'text') frame.text += content;
  }

  private frameOf(name: string, attributes: Record<string, string>): Frame {
    const parent = this.stack.at(-1);
    if (!parent) {
      if (name !== 'catalogue' && name !== 'gameSystem') {
        throw refused(this.name, `is no catalogue: its outermost element is <${name.slice(0, 40)}>`);
      }
      const node = nodeOf(attributes);
      this.document[name] = node;
      return { kind: 'node', node, key: name, text: '' };
    }
    if (parent.kind === 'skipped') return parent;
    if (parent.kind === 'list' && parent.item === name) {
      const node = nodeOf(attributes);
      parent.list.push(node);
      return { kind: 'node', node, key: name, text: '' };
    }
    if (parent.kind === 'node' && LIST_NAMES.has(name)) {
      const held = parent.node[name];
      const list = Array.isArray(held) ? (held as CatalogueRecord[]) : [];
      parent.node[name] = list;
      return { kind: 'list', list, item: itemOf(name) };
    }
    if (parent.kind === 'node' && TEXT_NAMES.has(name)) {
      return { kind: 'text', node: parent.node, key: name, text: '' };
    }
    this.unknown.add(`<${name}>`);
    return { kind: 'skipped' };
  }
}

/** Without a prototype: an attribute may be called anything. */
function nodeOf(attributes: Record<string, string>): Record<string, unknown> {
  return Object.assign(Object.create(null) as Record<string, unknown>, attributes);
}

/** `sharedSelectionEntries` → `selectionEntry` */
function itemOf(list: string): string {
  const plural = list.replace(/^shared([A-Z])/, (_, first: string) => first.toLowerCase());
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.slice(0, -1);
}

function refused(name: string, why: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${name} ${why.replace(/\.$/, '')}.`, { details: { name } });
}

/** Names that are told in a warning; the rest is counted. */
const TOLD = 10;
/** A hostile file must not fill the memory with names. */
const MAX_NAMES = 1_000;
const OTHERS = 'others';
const MAX_NAME_LENGTH = 60;

/** Counts the parts of a file that were left out, by name. */
export class UnknownCounts {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    const short = name.slice(0, MAX_NAME_LENGTH);
    const key = this.counts.has(short) || this.counts.size < MAX_NAMES ? short : OTHERS;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** @returns one sentence, the most frequent first; undefined when everything was known */
  warning(): string | undefined {
    const ordered = [...this.counts].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b));
    if (ordered.length === 0) return undefined;
    const told = ordered.slice(0, TOLD).map(([name, count]) => `${name} (${count})`);
    const more = ordered.length > TOLD ? [`${ordered.length - TOLD} more`] : [];
    return `Left out unknown elements: ${[...told, ...more].join(', ')}.`;
  }
}
