import { isUnavailable } from '@arbiter/changelog';
import type { Standing, World } from '../world/world.js';
import type { PlacedSentence } from '../world/knowledge-graph.js';
import { currencyOf, withFactor } from './currency.js';
import { fitOf, type QuestionTarget, wantsAvailable, wordsRelation } from './question-target.js';
import type { StateStatement } from './state-statement.js';

/** A sentence that was judged with the question. */
export interface EvidenceSentence extends PlacedSentence {
  /** That it is evidence for the answer, 0 to 1. */
  readonly probability: number;
  /** The words of it that answer, with the probability that they do; null without any. */
  readonly span: { readonly start: number; readonly end: number; readonly probability: number } | null;
}

/** A card of an entity that was read with the question. */
export interface CardEvidence {
  readonly node: number;
  /** That the card answers, 0 to 1. */
  readonly probability: number;
  /** Entities that its answering words name, by position. */
  readonly answers: readonly number[];
}

/** What speaks for an entity, each 0 to 1. */
export interface EntitySignals {
  /** How likely it answers, by the sentences that name it and the kind of thing that is asked for, relative to the likeliest. */
  readonly semantic: number;
  /** Its importance in the graph. */
  readonly centrality: number;
  /** How recently a session changed it: 1 for the last session, 0 if none did. */
  readonly recency: number;
  /** 1 unless it is unavailable. */
  readonly status: number;
  /** How strongly a relation leads to it from what the question is about. */
  readonly proximity: number;
}

export interface RankedEntity {
  readonly node: number;
  readonly id: string;
  /** Σ weight × signal. */
  readonly score: number;
  readonly signals: EntitySignals;
  readonly standing: Standing;
  /** False if the question asks for what can be used and this cannot: it is listed after everything that can. */
  readonly isUsable: boolean;
  /** Whether it is offered as an answer: it is usable, and none that is answers much better. */
  readonly isOffered: boolean;
}

type Scored = Omit<RankedEntity, 'isOffered'>;
type Signalled = Omit<Scored, 'score'>;

export type RankingWeights = Readonly<Record<keyof EntitySignals, number>>;

/**
 * α, β, γ, δ and ε of the published formula (LoreSmith's design, "Multi-Signal Ranking"). Chosen by hand on the sample domain and the hospital
 * pack, where other values change little.
 */
export const DEFAULT_WEIGHTS: RankingWeights = {
  semantic: 1,
  centrality: 0.05,
  recency: 0.05,
  status: 0.1,
  proximity: 0.4,
};

/** The published factor for what is dead or destroyed. */
const UNAVAILABLE_STATUS = 0.3;
/** Shares of the two kinds of evidence in `semantic`: the words that answer, and the sentences around the name. */
const SPAN_SHARE = 0.4;
const SENTENCE_SHARE = 0.6;
/** Share of what cards say, if they were read, in `semantic`; the rest is that of sentences. */
const CARD_SHARE = 0.5;
/** What a card's own entity gets of its probability if the answering words name another one. */
const CARD_BESIDE = 0.5;
/** Sentences of one document are no independent evidence: each counts for so much of its probability. */
const DEPENDENT = 0.7;
/** What is left of it for an entity of a kind that the question does not ask for. */
const UNFIT = 0.25;
/** What a subject of a document gets of the probability of its sentences: "It has 22 beds" does not name the ward. */
const SUBJECT_SHARE = 0.6;
/** What is left for an entity that the question names while it asks for another. */
const NAMED_BESIDE = 0.5;
/** What a description of a subject weighs beside its name. */
const DESCRIBED_SHARE = 0.6;
/** Share of the best score from which an entity is offered beside the best one; chosen on three packs of the part `state`. */
const OFFERED_SHARE = 0.6;
/** What is left of a relation that the question does not word, and of one that no session told. */
const UNWORDED = 0.5;
const BY_DOCUMENTS = 0.6;

export interface RankingOptions {
  /** Default {@link DEFAULT_WEIGHTS}. */
  readonly weights?: RankingWeights;
  /** What the changelog itself answers, which is certain; null for every other question. */
  readonly statement?: StateStatement | null;
  /** Of the likeliest entities; empty: no card was read. */
  readonly cards?: readonly CardEvidence[];
}

/**
 * Ranks the entities that evidence speaks for.
 *
 * @param evidence of one question, in any order
 * @returns entities with any evidence or a name in the question, best first; those that cannot be offered come last
 */
export function rankEntities(
  target: QuestionTarget,
  evidence: readonly EvidenceSentence[],
  world: World,
  { weights = DEFAULT_WEIGHTS, statement = null, cards = [] }: RankingOptions = {},
): RankedEntity[] {
  const { graph } = world;
  const told = new Set(statement?.entities);
  const support = supportOf(
    evidence.map((sentence) => asItStands(sentence, target, world)),
    world,
  );
  for (const node of target.named) if (!support.has(node)) support.set(node, { span: 0, missed: 1 });
  const proximity = proximityOf(target, world);
  for (const node of [...proximity.keys(), ...target.described.keys()])
    if (!support.has(node)) support.set(node, { span: 0, missed: 1 });
  const byCards = supportOfCards(cards);
  for (const node of byCards.keys()) if (!support.has(node)) support.set(node, { span: 0, missed: 1 });
  const isTold = (id: string, node: number): boolean =>
    told.has(id) && (target.asks === 'subject' || !(target.named.has(node) || target.described.has(node)));
  const ranked = [...support].flatMap(([node, { span, missed }]): Signalled[] => {
    const entity = graph.entities[node];
    if (!entity) return [];
    const standing = world.standingOf(entity.id);
    const fit = fitOf(target, entity);
    const cannot = isUnavailable(standing.availability);
    const said = SPAN_SHARE * span + SENTENCE_SHARE * (1 - missed);
    const shown = cards.length === 0 ? said : (1 - CARD_SHARE) * said + CARD_SHARE * (byCards.get(node) ?? 0);
    const signals: EntitySignals = {
      semantic: isTold(entity.id, node) ? 1 : semanticOf(shown, target, node, fit),
      centrality: entity.importance.composite,
      recency: standing.since && world.lastSession > 0 ? standing.since.session / world.lastSession : 0,
      status: cannot ? UNAVAILABLE_STATUS : 1,
      proximity: (proximity.get(node) ?? 0) * (target.asks === 'kind' ? UNFIT + (1 - UNFIT) * fit : 1),
    };
    const isUsable = !(cannot && wantsAvailable(target));
    return [{ node, id: entity.id, signals, standing, isUsable }];
  });
  return withOffers(
    normalised(ranked, weights).sort(
      (a, b) => Number(b.isUsable) - Number(a.isUsable) || b.score - a.score || a.node - b.node,
    ),
  );
}

/** What is far behind the best is there to be looked at, not to be chosen. */
function withOffers(ranked: readonly Scored[]): RankedEntity[] {
  const best = ranked[0]?.isUsable ? ranked[0].score : 0;
  return ranked.map((entity) => ({ ...entity, isOffered: entity.isUsable && entity.score >= OFFERED_SHARE * best }));
}

/** Where all evidence is weak, the best of it still says more than importance does: it counts as 1. */
function normalised(ranked: readonly Signalled[], weights: RankingWeights): Scored[] {
  const best = Math.max(0, ...ranked.map(({ signals }) => signals.semantic));
  return ranked.map((entity) => {
    const signals = { ...entity.signals, semantic: best === 0 ? 0 : entity.signals.semantic / best };
    const names = Object.keys(signals) as (keyof EntitySignals)[];
    return { ...entity, signals, score: names.reduce((sum, name) => sum + weights[name] * signals[name], 0) };
  });
}

function semanticOf(shown: number, { asks, named, described }: QuestionTarget, node: number, fit: number): number {
  const isNamed = named.has(node);
  const about = isNamed ? 1 : DESCRIBED_SHARE * (described.get(node) ?? 0);
  if (asks === 'subject') return (about + shown) / 2;
  return shown * (UNFIT + (1 - UNFIT) * fit) * (isNamed ? NAMED_BESIDE : 1);
}

/** Highest probability of a card that an entity answers by: its own, or another whose answering words name it. */
function supportOfCards(cards: readonly CardEvidence[]): ReadonlyMap<number, number> {
  const support = new Map<number, number>();
  const add = (node: number, probability: number): void => {
    support.set(node, Math.max(support.get(node) ?? 0, probability));
  };
  for (const { node, probability, answers } of cards) {
    const isBeside = answers.length > 0 && !answers.includes(node);
    add(node, probability * (isBeside ? CARD_BESIDE : 1));
    for (const other of answers) add(other, probability);
  }
  return support;
}

/** The sentence as it counts after what has changed since it was written. */
function asItStands(sentence: EvidenceSentence, target: QuestionTarget, world: World): EvidenceSentence {
  const factor = currencyOf(target, world, sentence);
  if (factor === 1) return sentence;
  const { probability, span } = sentence;
  return {
    ...sentence,
    probability: withFactor(probability, factor),
    span: span && { ...span, probability: withFactor(span.probability, factor) },
  };
}

interface Support {
  /** Highest probability of an answering span that holds the name. */
  span: number;
  /** Probability that none of the sentences is evidence. */
  missed: number;
}

function supportOf(evidence: readonly EvidenceSentence[], { graph }: World): Map<number, Support> {
  const support = new Map<number, Support>();
  const add = (node: number, probability: number, span: number): void => {
    const known = support.get(node);
    if (!known) support.set(node, { span, missed: 1 - DEPENDENT * probability });
    else {
      known.span = Math.max(known.span, span);
      known.missed *= 1 - DEPENDENT * probability;
    }
  };
  for (const { documentId, start, end, probability, span } of evidence) {
    const named = new Map<number, number>();
    for (const mention of graph.mentionsIn(documentId, start, end)) {
      const isInSpan = span !== null && mention.start < span.end && span.start < mention.end;
      named.set(mention.node, Math.max(named.get(mention.node) ?? 0, isInSpan ? span.probability : 0));
    }
    for (const [node, inSpan] of named) add(node, probability, inSpan);
    for (const node of graph.subjectsOf(documentId)) if (!named.has(node)) add(node, SUBJECT_SHARE * probability, 0);
  }
  return support;
}

/**
 * How strongly relations that hold lead from what the question is about to each other entity, 0 to 1. A change that a session
 * told counts more than what the documents say, and a relation that the question words counts most: "Who holds …?".
 */
function proximityOf(target: QuestionTarget, world: World): ReadonlyMap<number, number> {
  const { named, described } = target;
  const { graph } = world;
  const proximity = new Map<number, number>();
  const starts = [
    ...[...named].map((node) => [node, 1] as const),
    ...[...described].map(([node, score]) => [node, DESCRIBED_SHARE * score] as const),
  ];
  for (const [node, weight] of starts) {
    const id = graph.entities[node]?.id ?? '';
    for (const { from, to, type, ended, since } of world.relationsOf(id)) {
      const other = graph.nodeOf(from === id ? to : from);
      if (ended !== null || other === undefined || named.has(other)) continue;
      const strength = (wordsRelation(target, type) ? 1 : UNWORDED) * (since === null ? BY_DOCUMENTS : 1);
      proximity.set(other, Math.max(proximity.get(other) ?? 0, weight * strength));
    }
  }
  return proximity;
}
