import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import type { SearchResult } from '@arbiter/contracts';
import type { Mention, World } from '@arbiter/knowledge-graph';
import type { StoredDocument } from '@arbiter/ports';
import { compactSessions, type Proposal, type ReadSession, SESSION_BUDGET } from '@arbiter/session-changes';
import { type Span, splitSentences, termSet } from '@arbiter/text';
import type { ReadableDocuments } from './document-reader.js';

const READS_AT_ONCE = 8;

/** What is kept of the records of sessions, by document, in ascending order. A document that is missing is whole. */
export type KeptSpans = ReadonlyMap<string, readonly Span[]>;

const WHOLE: KeptSpans = new Map();

/** A change of a session: who changed, and the words of it. */
interface SessionChange {
  readonly nodes: ReadonlySet<number>;
  readonly words: ReadonlySet<string>;
  readonly told: Pick<Proposal, 'entityUpdate' | 'relationshipUpdate'>;
}

/**
 * Compacts the sessions of worlds, so that the records of a long campaign neither crowd each other out of a search nor fill a
 * context. What a session changed is known from the changelog and is looked up by the mentions of the graph, so that nothing is
 * read by rules while a question waits: 1,300,000 tokens took two seconds on two shared cores, once for each version of graph and
 * changelog.
 */
export class SessionCompactor {
  private readonly kept = new WeakMap<World, Promise<KeptSpans>>();

  /** @param budget in tokens */
  constructor(
    private readonly documents: ReadableDocuments,
    private readonly budget: number = SESSION_BUDGET,
  ) {}

  /**
   * @param lastSession of the time that the world stands at; absent: the last of all
   * @throws ArbiterError UNAVAILABLE of the store
   */
  async keptOf(world: World, lastSession: number | undefined, signal: AbortSignal): Promise<KeptSpans> {
    // Others wait for the same compaction: it does not end with the request that needed it first.
    const compacting = this.kept.get(world) ?? this.compact(world, lastSession, new AbortController().signal);
    this.kept.set(world, compacting);
    try {
      const kept = await compacting;
      signal.throwIfAborted();
      return kept;
    } catch (error) {
      this.kept.delete(world);
      throw error;
    }
  }

  private async compact(world: World, lastSession = Infinity, signal: AbortSignal): Promise<KeptSpans> {
    const records = world.graph.snapshot.documents
      .flatMap(({ id, source, session }) =>
        session === null || session > lastSession ? [] : [{ id, source, session }],
      )
      .sort((a, b) => a.session - b.session || (a.source < b.source ? -1 : 1));
    if (records.length === 0) return WHOLE;
    const stored = await mapConcurrently(records, READS_AT_ONCE, async ({ id, session }) => {
      const document = await this.documents.get(id, signal);
      // Null: deleted since the graph was built.
      return document ? [{ ...document, session }] : [];
    });
    // A token has a character at least.
    if (stored.flat().reduce((sum, { length }) => sum + length, 0) <= this.budget) return WHOLE;
    const changes = changesBySession(world);
    const read = await mapConcurrently(stored.flat(), READS_AT_ONCE, async (document) => {
      const text = await this.documents.text(document.id, signal);
      return text === null ? [] : [readSession(document, text, world, changes.get(document.session) ?? [])];
    });
    const kept = new Map<string, readonly Span[]>();
    for (const { document, isWhole, scenes } of compactSessions(read.flat(), this.budget))
      if (!isWhole)
        kept.set(
          document,
          scenes.flatMap((scene) => scene.kept),
        );
    return kept;
  }
}

function readSession(
  { id, title, metadata, sections, session }: StoredDocument & { readonly session: number },
  text: string,
  { graph }: World,
  changes: readonly SessionChange[],
): ReadSession {
  const mentions = changes.length === 0 ? [] : graph.mentionsIn(id, 0, text.length);
  const isChanged = ({ node }: Mention): boolean => changes.some(({ nodes }) => nodes.has(node));
  const sentences = sentencesAround(text, mentions.filter(isChanged));
  const proposals = changes.flatMap((change, index): Proposal[] => {
    const best = evidenceOf(change, sentences);
    if (!best) return [];
    const base = { id: `${session}-${index + 1}`, session, certainty: 'stated', kind: 'state' } as const;
    return [{ ...base, ...change.told, evidence: [{ document: id, start: best.start, end: best.end }] } as Proposal];
  });
  return { session: { id, title, text, sections, blocks: [], metadata: { ...metadata, session } }, proposals };
}

interface NamingSentence extends Span {
  readonly nodes: ReadonlySet<number>;
  readonly terms: ReadonlySet<string>;
}

/** The sentences that hold mentions. */
function sentencesAround(text: string, mentions: readonly Mention[]): NamingSentence[] {
  if (mentions.length === 0) return [];
  const sentences: NamingSentence[] = [];
  let at = 0;
  for (const { start, end } of splitSentences(text)) {
    const nodes = new Set<number>();
    for (; at < mentions.length && (mentions[at]?.start ?? 0) < end; at++) {
      const mention = mentions[at];
      if (mention && mention.start >= start) nodes.add(mention.node);
    }
    if (nodes.size > 0) sentences.push({ start, end, nodes, terms: termSet(text.slice(start, end)) });
  }
  return sentences;
}

/** The sentence with most of the things and words of a change; of equals the last, because a session ends with the outcome. */
function evidenceOf({ nodes, words }: SessionChange, sentences: readonly NamingSentence[]): NamingSentence | null {
  let best: { readonly score: number; readonly sentence: NamingSentence } | null = null;
  for (const sentence of sentences) {
    const named = [...nodes].filter((node) => sentence.nodes.has(node)).length;
    if (named === 0) continue;
    const shared = [...words].filter((word) => sentence.terms.has(word)).length / Math.max(1, words.size);
    if (named + shared >= (best?.score ?? 0)) best = { score: named + shared, sentence };
  }
  return best?.sentence ?? null;
}

function changesBySession({ graph, state }: World): ReadonlyMap<number, SessionChange[]> {
  const bySession = new Map<number, SessionChange[]>();
  const add = (session: number, ids: readonly string[], words: string, told: SessionChange['told']): void => {
    const nodes = new Set(ids.flatMap((id) => graph.nodeOf(id) ?? []));
    if (nodes.size === 0) return;
    bySession.set(session, [...(bySession.get(session) ?? []), { nodes, words: termSet(words), told }]);
  };
  for (const { id, changes } of state.entities.values())
    for (const { session, update } of changes)
      add(session, [id], Object.values(update).filter(isText).join(' '), { entityUpdate: update });
  for (const { from, to, type, since, ended } of state.relations) {
    const words = type.replaceAll('_', ' ');
    if (since) add(since.session, [from, to], words, { relationshipUpdate: { from, to, new_status: type } });
    if (ended)
      add(ended.session, [from, to], words, { relationshipUpdate: { from, to, old_status: type, new_status: 'none' } });
  }
  return bySession;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Passages as compaction leaves them: of an old record the run of kept sentences that has most words of the question, at its
 * place in the document. A passage of which nothing is kept is left out.
 */
export function throughCompaction(
  results: readonly SearchResult[],
  kept: KeptSpans,
  question: string,
): readonly SearchResult[] {
  if (kept.size === 0) return results;
  const words = termSet(question);
  return results.flatMap((result) => {
    const { document_id: document, start, end } = result.metadata;
    const spans = kept.get(document);
    if (!spans || result.content.length !== end - start) return [result];
    const runs = runsWithin(spans, result).map((run) => {
      const content = result.content.slice(run.start - start, run.end - start);
      return { ...run, content, score: [...termSet(content)].filter((term) => words.has(term)).length };
    });
    const [best] = runs.sort((a, b) => b.score - a.score || a.start - b.start);
    if (!best) return [];
    return [{ ...result, content: best.content, metadata: { ...result.metadata, start: best.start, end: best.end } }];
  });
}

/** Kept spans within a passage; those with nothing but space between them are one. */
function runsWithin(spans: readonly Span[], { content, metadata }: SearchResult): Span[] {
  const runs: { start: number; end: number }[] = [];
  for (const span of spans) {
    const [start, end] = [Math.max(span.start, metadata.start), Math.min(span.end, metadata.end)];
    if (start >= end) continue;
    const last = runs.at(-1);
    if (last && content.slice(last.end - metadata.start, start - metadata.start).trim() === '') last.end = end;
    else runs.push({ start, end });
  }
  return runs;
}
