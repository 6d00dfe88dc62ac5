import { getDocument, getDocumentText, type EntityDescription, type Passage } from '@arbiter/contracts';
import { askLibrary, type ToolCall, type ToolLibrary } from '@arbiter/tool-sdk';

/** Units that a statement cites. */
export const MAX_CITED = 12;

/** One call after the other: each waits on the signal of the run, which warns of more than ten listeners. */
export async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

/** Reads what a statement cites, each document once. One object serves one run. */
export class UnitPassages {
  private readonly documents = new Map<string, Promise<{ text: string; title: string; source: string }>>();

  constructor(
    private readonly library: ToolLibrary,
    private readonly call: ToolCall,
  ) {}

  /** The line of a unit's text that holds some words; the first ones where none does. */
  async lineOf(unit: EntityDescription, words: string): Promise<Passage> {
    const { documentId, collection, start, end, name } = unit;
    const { text, title, source } = await this.read(documentId);
    const told = text.slice(start, end);
    const last = start + told.length;
    const at = Math.max(0, told.indexOf(words));
    const from = told.lastIndexOf('\n', at) + 1;
    const to = told.indexOf('\n', at);
    const [lineStart, lineEnd] = [start + from, to < 0 ? last : start + to];
    return {
      ...{ chunkId: `${documentId}@${lineStart}-${lineEnd}`, documentId, collection },
      ...{ text: text.slice(lineStart, lineEnd), start: lineStart, end: lineEnd },
      ...{ title, source, section: [name], page: null, metadata: {}, score: 1 },
    };
  }

  /** All that is told of a unit, its heading left out. */
  async wholeOf(unit: EntityDescription): Promise<Passage> {
    const { documentId, start, end } = unit;
    const line = await this.lineOf(unit, '');
    const { text } = await this.read(documentId);
    return { ...line, chunkId: `${documentId}@${start}-${end}`, text: text.slice(start, end), start, end };
  }

  private read(documentId: string) {
    const known = this.documents.get(documentId) ?? this.fetch(documentId);
    this.documents.set(documentId, known);
    return known;
  }

  private async fetch(documentId: string) {
    const [{ title, source }, { text }] = await Promise.all([
      askLibrary(this.library, getDocument, { documentId }, this.call),
      askLibrary(this.library, getDocumentText, { documentId }, this.call),
    ]);
    return { text, title, source };
  }
}
