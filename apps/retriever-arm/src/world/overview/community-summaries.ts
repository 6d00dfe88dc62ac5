import { createHash } from 'node:crypto';
import { LruCache } from '@arbiter/adapter-kit/retrieval';
import type { CitedStatement, Expansion, Passage } from '@arbiter/contracts';
import { claimParts, EvidenceComparison, judgePart } from '@arbiter/grounding';
import {
  type Community,
  expandCommunity,
  nameOf,
  relationsShown,
  type ShownExpansion,
  type ShownSentence,
  statesIn,
  type World,
} from '@arbiter/knowledge-graph';
import { estimateTokens } from '@arbiter/text';
import type { TimeBudget } from '../../calls/time-budget.js';
import {
  DEFAULT_GENERATION_SETTINGS,
  type GenerationSettings,
  SYNTHESIS_PROMPT_VERSION,
} from '../../synthesis/generated/synthesis.prompt.js';
import { NOTHING_CHANGED, type ReadCurrency } from '../../synthesis/sentences/judge-sentences.js';
import type { Synthesizer } from '../../synthesis/synthesizer.js';
import type { DocumentReader } from '../document-reader.js';
import { evidenceOf, isSaid } from '../expansion-evidence.js';
import { asSource, statementsOf, withoutMarkers } from './generated-overview.js';

/** Sentences that the model is shown at most. */
const MOST_SOURCES = 40;
/** A large community leaves so many of them to its relations. */
const SOURCES_OF_RELATIONS = 12;
/** Of the extractive summary that the model reads; the same for every request, so that a summary serves all of them. */
const READ_TOKENS = 4_000;
const MOST_SENTENCES = 8;
/** Fewer sentences are no summary: the extractive one says more. */
const FEWEST_SENTENCES = 2;
const KEPT_SUMMARIES = 300;
const KEPT_BYTES = 16 * 1024 * 1024;
const ENDS = /[.!?…。！？]["'”’»›)\]]*$/u;

export const SUMMARY_GENERATION_SETTINGS: GenerationSettings = {
  ...DEFAULT_GENERATION_SETTINGS,
  maxSources: MOST_SOURCES,
};

export interface CommunitySummaryPorts {
  /** Name of the language model. */
  readonly model: string;
  /** Says by `mode` whether the model wrote. */
  readonly writerWith: (readCurrency: ReadCurrency) => Synthesizer;
  /** Told of a text of the model with too few sentences that cite something and are supported by it. */
  readonly onUnusable?: (unusable: { readonly community: string; readonly sentences: number }) => void;
}

interface SummaryCall {
  readonly documents: DocumentReader;
  readonly signal: AbortSignal;
  readonly time: TimeBudget;
}

type Summary = Pick<Expansion, 'text' | 'citations' | 'relations' | 'tokens'>;

/** A sentence of the extractive summary with the sentence of a document that it rests on. */
type Evidence = CitedStatement;

/**
 * Has a language model write the summary of a community from the sentences of its extractive summary. A marker of the model leads
 * through such a sentence to the place that it rests on. A summary is kept under a digest of everything that it was written from, so
 * that it is written again only if members, sentences, states or model have changed.
 */
export class CommunitySummaries {
  private readonly kept = new LruCache<readonly CitedStatement[]>(KEPT_BYTES, KEPT_SUMMARIES);

  constructor(private readonly ports: CommunitySummaryPorts) {}

  /**
   * @param maxTokens of the text
   * @returns null where the extractive summary is to be told: the model failed, was too slow, or said too little that is supported
   * @throws ArbiterError of the stores, and the signal's reason
   */
  async tell(world: World, community: Community, maxTokens: number, call: SummaryCall): Promise<Summary | null> {
    const shown = expandCommunity(world, community, READ_TOKENS);
    const evidence = await readEvidence(world, chosenSentences(shown), call.documents);
    if (evidence.length < FEWEST_SENTENCES) return null;
    const statements = await this.statementsAbout(world, community, evidence, call);
    if (statements.length < FEWEST_SENTENCES) return null;
    const text = new SummaryText(world, evidence, maxTokens);
    for (const statement of statements) if (!text.add(statement)) break;
    return text.sentences < FEWEST_SENTENCES ? null : text.finish(community);
  }

  private async statementsAbout(
    world: World,
    community: Community,
    evidence: readonly Evidence[],
    { signal, time }: SummaryCall,
  ): Promise<readonly CitedStatement[]> {
    const states = evidence.map((one) => statesOf(world, one));
    const key = this.digestOf(world, community, evidence, states);
    const known = this.kept.get(key);
    if (known) return known;
    const writer = this.ports.writerWith(async (question, aborting) => ({
      ...(await NOTHING_CHANGED(question, aborting)),
      statesOf: ({ chunkId }) => states[Number(chunkId)] ?? [],
    }));
    const query = `What are ${community.name}, and how do they hang together? Give a summary, the most important first.`;
    const passages = evidence.map(asSource);
    const written = await writer.synthesize(
      { query, passages, queryType: 'list_building', maxSentences: MOST_SENTENCES },
      signal,
      time,
    );
    if (written.mode !== 'generated') return [];
    const statements = statementsOf(written, (chunkId) => evidence[Number(chunkId)]?.passages ?? []).filter(
      (statement) => isSupported(statement, evidence),
    );
    if (statements.length < FEWEST_SENTENCES)
      this.ports.onUnusable?.({ community: community.id, sentences: statements.length });
    // What breaks off is told, and tried again next time.
    else if (!written.degraded) this.kept.set(key, statements, JSON.stringify(statements).length);
    return statements;
  }

  private digestOf(
    { graph }: World,
    { members }: Community,
    evidence: readonly Evidence[],
    states: readonly (readonly string[])[],
  ): string {
    const ids = members.map((node) => graph.entities[node]?.id);
    const writtenFrom = [this.ports.model, SYNTHESIS_PROMPT_VERSION, graph.snapshot.collection, ids, evidence, states];
    return createHash('sha256').update(JSON.stringify(writtenFrom)).digest('hex');
  }
}

/** Those of the most important members, then of relations, which come last in an extractive summary. */
function chosenSentences({ sentences, relations }: ShownExpansion): readonly ShownSentence[] {
  const split = Math.max(sentences.length - relations.length, 0);
  const ofMembers = sentences.slice(0, split);
  const ofRelations = sentences.slice(split);
  const room = Math.max(MOST_SOURCES - ofRelations.length, MOST_SOURCES - SOURCES_OF_RELATIONS);
  const chosen = ofMembers.slice(0, room);
  return [...chosen, ...ofRelations.slice(0, MOST_SOURCES - chosen.length)];
}

/** Without those that no document shows any more. */
async function readEvidence(
  world: World,
  sentences: readonly ShownSentence[],
  documents: DocumentReader,
): Promise<Evidence[]> {
  const read: Evidence[] = [];
  for (const sentence of sentences) {
    const passage = await evidenceOf(world, sentence, documents);
    if (passage) read.push({ text: sentence.text, passages: [passage] });
  }
  return read;
}

/**
 * Whether what a sentence cites supports it, by its words: no validator reads a summary after this. It counts what the passages say,
 * and the sentences of the extractive summary that rest on them.
 */
function isSupported({ text, passages }: CitedStatement, evidence: readonly Evidence[]): boolean {
  const cited = new Set(passages.map(({ chunkId }) => chunkId));
  const restingOnThem = evidence.filter((one) => one.passages.some(({ chunkId }) => cited.has(chunkId)));
  const sources = [
    ...passages.map((passage) => ({ text: passage.text, context: [passage.title, ...passage.section].join('. ') })),
    ...restingOnThem.map((one) => ({ text: one.text, context: '' })),
  ];
  const comparison = EvidenceComparison.of(sources.map((source, index) => ({ id: String(index), ...source })));
  return claimParts(withoutMarkers(text)).every((part) => {
    const choice = comparison.choose(part);
    const { probability, threshold } = judgePart(comparison, choice, comparison.wordFeatures(choice));
    return probability >= threshold;
  });
}

/** How the things stand that a sentence or its evidence names and that cannot be used. */
function statesOf(world: World, { text, passages }: CitedStatement): string[] {
  const said = [...passages.map((passage) => ({ text: passage.text, at: passage })), { text, at: null }];
  return [...new Set(said.flatMap((naming) => statesIn(world, naming)))];
}

/** A summary while it is put together: how a gone thing stands is told before the first sentence that rests on it. */
class SummaryText {
  private readonly parts: string[] = [];
  private readonly cited: Passage[] = [];
  private readonly said: string[] = [];
  private tokens = 0;
  sentences = 0;

  constructor(
    private readonly world: World,
    private readonly evidence: readonly Evidence[],
    private readonly maxTokens: number,
  ) {}

  /** @returns false if it does not fit any more */
  add(statement: CitedStatement): boolean {
    const words = withoutMarkers(statement.text);
    const sentence = { ...statement, text: ENDS.test(words) ? words : `${words}.` };
    const untold = statesOf(this.world, sentence).filter((state) => !this.said.some((one) => isSaid(state, one)));
    const states = untold.map((state) => this.reasonOf(state)).filter(({ text }) => text !== sentence.text);
    const cited = [...this.cited];
    const parts = [...states, sentence].map(({ text, passages }) => `${text}${markersOf(passages, cited)}`);
    const tokens = estimateTokens([...this.parts, ...parts].join(' '));
    if (tokens > this.maxTokens) return false;
    this.tokens = tokens;
    this.parts.push(...parts);
    this.said.push(...states.map(({ text }) => text), sentence.text);
    this.cited.splice(0, Infinity, ...cited);
    this.sentences += 1;
    return true;
  }

  finish({ members }: Community): Summary {
    const text = this.parts.join(' ');
    const ids = new Set(members.map((node) => this.world.graph.entities[node]?.id ?? ''));
    const names = new Set([...ids].filter((id) => text.includes(nameOf(this.world, id))));
    const relations = [...names].flatMap((id) =>
      relationsShown(this.world, id).filter(({ from, to }) => from === id && names.has(to)),
    );
    const citations = this.cited.map(({ documentId, source, start, end }) => ({ documentId, source, start, end }));
    return { text, citations, relations, tokens: this.tokens };
  }

  /** As the extractive summary tells it, with its reasons. */
  private reasonOf(state: string): CitedStatement {
    return this.evidence.find(({ text }) => isSaid(state, text)) ?? { text: state, passages: [] };
  }
}

/** @param cited grows by those that are not in it yet */
function markersOf(passages: readonly Passage[], cited: Passage[]): string {
  const numbers = passages.map((passage) => {
    const at = cited.findIndex(({ chunkId }) => chunkId === passage.chunkId);
    return at < 0 ? cited.push(passage) : at + 1;
  });
  return numbers.length === 0 ? '' : ` ${numbers.map((number) => `[${number}]`).join('')}`;
}
