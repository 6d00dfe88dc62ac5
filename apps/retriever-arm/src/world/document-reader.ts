import { isUnavailable, readStatus } from '@arbiter/changelog';
import { pageBreaksIn, pagesWithin, type Passage } from '@arbiter/contracts';
import type { Place, ToldChange, World } from '@arbiter/knowledge-graph';
import type { DocumentStore, StoredDocument } from '@arbiter/ports';
import { estimateTokens, termSet } from '@arbiter/text';
import { type CandidateSentence, candidateSentences } from '../synthesis/sentences/candidate-sentences.js';

/** What it adds to the entities and words that a sentence shares with a change that it says the same state; less than an entity. */
const SAYS_STATE = 0.4;

export type ReadableDocuments = Pick<DocumentStore, 'get' | 'text'>;

/** Reads whole documents of graphs for one question, each once. */
export class DocumentReader {
  private readonly read = new Map<string, Promise<readonly CandidateSentence[]>>();

  constructor(
    private readonly documents: ReadableDocuments,
    private readonly signal: AbortSignal,
  ) {}

  /** The sentences of a document, with their headings; none of one that has been deleted since the graph was built. */
  sentencesOf({ graph }: World, position: number): Promise<readonly CandidateSentence[]> {
    const { collection, documents } = graph.snapshot;
    const id = documents[position]?.id ?? '';
    const reading = this.read.get(id) ?? this.readSentences(id, collection);
    this.read.set(id, reading);
    return reading;
  }

  /** The sentence at a place; null if the document has been deleted or changed since. */
  async sentenceAt(world: World, { document, start }: Place): Promise<Passage | null> {
    const holding = (await this.sentencesOf(world, document)).filter((one) => one.start <= start && one.end > start);
    const [shortest] = holding.sort((a, b) => a.text.length - b.text.length);
    return shortest ? asPassage(shortest) : null;
  }

  /**
   * The sentence of a session's record that shows a change.
   *
   * @param told entities of the change by id, and the words of the change
   * @returns null where no record names any of the entities
   */
  async recordOf(
    world: World,
    { session, entities, text }: Pick<ToldChange, 'session' | 'entities' | 'text'>,
  ): Promise<Passage | null> {
    const { graph } = world;
    const words = termSet(text);
    const state = readStatus(text);
    let best: { readonly score: number; readonly sentence: CandidateSentence } | null = null;
    for (const [position, document] of graph.snapshot.documents.entries()) {
      if (document.session !== session) continue;
      for (const sentence of await this.sentencesOf(world, position)) {
        const mentions = graph.mentionsIn(document.id, sentence.start, sentence.end);
        const named = new Set(mentions.map(({ node }) => graph.entities[node]?.id ?? ''));
        const count = entities.filter((id) => named.has(id)).length;
        if (count === 0) continue;
        const shared = [...sentence.terms].filter((term) => words.has(term)).length / Math.max(1, words.size);
        const says = isUnavailable(state) && readStatus(sentence.text) === state ? SAYS_STATE : 0;
        const score = count + shared / 2 + says;
        // Of equals the last: what comes of a thing is told at the end.
        if (score >= (best?.score ?? 0)) best = { score, sentence };
      }
    }
    return best && asPassage(best.sentence);
  }

  /** How a document begins: its first sentences side by side, as many as fit; null if not one does, or if it has been deleted. */
  async beginningOf(world: World, position: number, maxTokens: number): Promise<Passage | null> {
    const [first, ...others] = await this.sentencesOf(world, position);
    if (!first) return null;
    const { passage } = first;
    const textUpTo = (end: number): string => passage.text.slice(first.start - passage.start, end - passage.start);
    if (estimateTokens(textUpTo(first.end)) > maxTokens) return null;
    let { end } = first;
    for (const sentence of others) {
      if (sentence.passage !== passage || estimateTokens(textUpTo(sentence.end)) > maxTokens) break;
      end = Math.max(end, sentence.end);
    }
    return {
      ...passage,
      ...pagesWithin(passage, { start: first.start, end }),
      chunkId: `${passage.documentId}:${first.start}-${end}`,
      start: first.start,
      end,
      text: textUpTo(end),
    };
  }

  private async readSentences(id: string, collection: string): Promise<readonly CandidateSentence[]> {
    const [document, text] = await Promise.all([
      this.documents.get(id, this.signal),
      this.documents.text(id, this.signal),
    ]);
    return document && text !== null ? candidateSentences(sectionsOf({ ...document, collection }, text)) : [];
  }
}

/** A sentence as a passage of its own. */
export function asPassage({
  passage,
  start,
  end,
  text,
}: Pick<CandidateSentence, 'passage' | 'start' | 'end' | 'text'>): Passage {
  return {
    ...passage,
    ...pagesWithin(passage, { start, end }),
    chunkId: `${passage.documentId}:${start}`,
    start,
    end,
    text,
  };
}

/** A document as a passage for each of its sections. */
function sectionsOf(document: StoredDocument, text: string): Passage[] {
  const { id: documentId, collection, title, source, metadata, pages } = document;
  const open: { readonly heading: string; readonly level: number }[] = [];
  const bounds = [{ heading: '', level: 0, start: 0 }, ...document.sections];
  return bounds.map(({ heading, level, start }, index): Passage => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ heading, level });
    const end = bounds[index + 1]?.start ?? text.length;
    return {
      ...{ chunkId: `${documentId}:${start}`, documentId, collection, title, source },
      ...{ text: text.slice(start, end), start, end, score: 1 },
      section: open.map((one) => one.heading).filter((one) => one !== '' && one !== title),
      page: pages.findLast((page) => page.start <= start)?.number ?? null,
      metadata: { ...metadata, ...pageBreaksIn(pages, { start, end }) },
    };
  });
}
