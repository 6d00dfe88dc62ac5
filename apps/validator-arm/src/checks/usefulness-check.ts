import { askedAccount, askedClause, askedOfClause } from '@arbiter/composition';
import { type AnswerOrigin, estimateRightness, type RightnessFeatures } from '@arbiter/confidence';
import type { QueryType, Source, UsefulnessToken } from '@arbiter/contracts';
import { askedKind, carryOut, eachTerm, questionTerms, readingSentences, terms, type Steps } from '@arbiter/text';
import { contextOf, headingText } from '../support/read-sources.js';
import type { AnswerReading, PlacedClaim } from './answer-reader.js';
import type { ClaimSupport } from '../support/support-scorer.js';
import type { AnswerJudgement } from './text-judge.js';

/** Least score of the clause that was asked for by its number: it is what was asked, whatever it reads like. */
const ASKED_CLAUSE = 0.9;
/** From here on an answer is likelier right than not. */
const USEFUL = 0.5;
/** Least probability of an answer that says just what was selected by its values: only the question may have been misunderstood. */
const SELECTED = 0.75;

export interface UsefulnessCheck {
  readonly token: UsefulnessToken;
  /** Probability that the answer is right if it says what its sources say, 0–1. */
  readonly score: number;
  readonly reasoning: string;
  readonly missing: string[];
  readonly mode: 'reader' | 'words' | 'language_model';
}

export interface UsefulnessEvidence {
  readonly query: string;
  readonly queryType: QueryType;
  /** The checkable statements of the answer. */
  readonly claims: readonly PlacedClaim[];
  /** Null where no reader read the answer. */
  readonly reading: AnswerReading | null;
  readonly judged: RightnessFeatures['judged'];
  readonly origin: AnswerOrigin;
  /** Whether a source is of a session. */
  readonly hasSessions: boolean;
  /** Of the best source, 0–1. */
  readonly relevance: number;
  /** It says just the rows that meet the conditions of the question, see `saysSelection`. */
  readonly isSelection?: boolean;
}

/** An answer as it was judged, for those who fit the model. */
export interface SeenAnswer {
  readonly query: string;
  readonly queryType: QueryType;
  readonly answer: string;
  readonly sources: readonly Source[];
  readonly features: RightnessFeatures;
  readonly judgement: AnswerJudgement | null;
  /** By the features alone. */
  readonly supports: readonly ClaimSupport[];
}
export type OnAnswerRead = (seen: SeenAnswer) => void;

/**
 * Checks whether the answer answers the question, by what the reader finds in the answer and its sources, and whether it
 * provides the kind of thing that was asked for.
 *
 * @param onFeatures receives the features of the judgement; not called for an answer that says nothing
 */
export function checkUsefulness(
  {
    query,
    queryType,
    claims,
    reading,
    judged,
    origin,
    hasSessions,
    relevance,
    isSelection = false,
  }: UsefulnessEvidence,
  evidence: EvidenceIndex,
  onFeatures: (features: RightnessFeatures) => void = () => undefined,
): UsefulnessCheck {
  const mode = reading ? 'reader' : 'words';
  if (claims.length === 0)
    return {
      token: 'not_useful',
      score: 0,
      reasoning: 'Nothing was found that could be said in answer.',
      missing: [],
      mode,
    };
  const { missing, share, kind } = spokenShare(query, claims, evidence);
  const isAccount = askedAccount(query) !== null;
  const features: RightnessFeatures = {
    queryType,
    isAccount,
    reading,
    judged,
    origin,
    hasSessions,
    relevance,
    kind,
  };
  onFeatures(features);
  const least = Math.max(isAskedClause(query, claims) ? ASKED_CLAUSE : 0, isSelection ? SELECTED : 0);
  const score = Math.max(least, estimateRightness(features));
  const reasoning = isSelection ? SELECTION_REASONING : reasoningOf(features, share);
  return { token: score >= USEFUL ? 'useful' : 'not_useful', score, reasoning, missing, mode };
}

/** Whether the answer is the clause that the question names, and speaks of all else that is asked of it. */
function isAskedClause(query: string, claims: readonly PlacedClaim[]): boolean {
  const asked = askedOfClause(query);
  const places = askedClause(
    query,
    claims.map(({ text }) => text),
  );
  if (!asked || !places?.every((place) => place === 'asked')) return false;
  const spoken = spokenTerms(claims);
  // A word without a term of its own ("how", "when") asks for more than the clause.
  return asked.every((word) => {
    const own = terms(word);
    return own.length > 0 && own.every(({ term }) => spoken.has(term));
  });
}

const SELECTION_REASONING = 'The answer says the rows that meet the conditions of the question, and no others.';

/** @param share of the question's subject that the answer speaks of, 0–1: told, and no feature */
function reasoningOf({ reading, kind }: RightnessFeatures, share: number): string {
  const spoken = `The answer speaks of ${Math.round(100 * share)} % of what the question is about`;
  const absent = kind === 0 ? ', and holds nothing of the kind that was asked for' : '';
  if (!reading) return `${spoken}${absent}. It was judged without reading.`;
  const { evidence, elsewhere } = reading;
  const said =
    evidence === null || evidence < 0
      ? 'What it rests on is hardly an answer to the question'
      : elsewhere !== null && elsewhere > evidence
        ? 'Another passage reads more like an answer to the question'
        : 'What it rests on reads like an answer to the question';
  return `${said}. ${spoken}${absent}.`;
}

interface SpokenShare {
  /** Share of the question's terms, rare ones counting more, that the answer and the headings it rests on hold, 0–1. */
  readonly share: number;
  /** How well the claim that does so best provides the kind of thing that was asked for, 0–1; 1 where no kind was. */
  readonly kind: number;
  /** Words of the question that neither the answer nor any source holds, rarest first. */
  readonly missing: string[];
}

/** Measures how much of a question's subject an answer covers. */
export function spokenShare(query: string, claims: readonly PlacedClaim[], evidence: EvidenceIndex): SpokenShare {
  const kind = askedKind(query);
  const asked = new Map(
    questionTerms(query)
      .filter(({ term }) => !kind?.terms.has(term))
      .map(({ term, start, end }) => [term, query.slice(start, end)]),
  );
  const weights = new Map([...asked.keys()].map((term) => [term, Math.log1p(Math.exp(evidence.rarity(term)))]));
  const spoken = spokenTerms(claims);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const held = [...weights].reduce((sum, [term, weight]) => sum + (spoken.has(term) ? weight : 0), 0);
  return {
    share: total === 0 ? 1 : held / total,
    kind: kind ? Math.max(0, ...claims.map(({ text }) => kind.fit(text))) : 1,
    missing: [...weights]
      .filter(([term]) => !spoken.has(term) && !evidence.holds(term))
      .sort(([, a], [, b]) => b - a)
      .map(([term]) => asked.get(term) ?? term),
  };
}

/** Terms of the claims and of the titles and headings that they stand under. */
function spokenTerms(claims: readonly PlacedClaim[]): ReadonlySet<string> {
  return new Set(claims.flatMap(({ text, source }) => terms(`${text}\n${contextOf(source)}`).map(({ term }) => term)));
}

/** Sentences that may stand together for one claim. */
const WINDOW_SENTENCES = 3;
/** Terms that are read in one step: a millisecond. */
const TERMS_A_STEP = 1_000;

/** Terms of a sentence, and of what it stands under. */
interface ReadStatement {
  readonly held: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
}

/** How rare words are in the sources of one validation, over stretches of one to three neighbouring sentences. */
export class EvidenceIndex {
  private constructor(
    private readonly frequencies: ReadonlyMap<string, number>,
    private readonly windows: number,
    private readonly statements: readonly ReadStatement[],
  ) {}

  /** Reads a window, or a part of one, a step. */
  static *reading(sources: readonly Source[]): Steps<EvidenceIndex> {
    const frequencies = new Map<string, number>();
    const statements: ReadStatement[] = [];
    let windows = 0;
    for (const source of sources) {
      const { content } = source;
      const context = yield* readingTerms(headingText(source));
      const sentences = yield* readingSentences(content);
      const neighbours: ReadonlySet<string>[] = [];
      for (const [index, { start, end }] of sentences.entries()) {
        const held = yield* readingTerms(content.slice(start, end));
        statements.push({ held, context });
        neighbours.push(held);
        if (neighbours.length > WINDOW_SENTENCES) neighbours.shift();
        if (index + 1 < Math.min(WINDOW_SENTENCES, sentences.length)) continue;
        windows += 1;
        yield* counting([context, ...neighbours], frequencies);
      }
    }
    return new EvidenceIndex(frequencies, windows, statements);
  }

  static of(sources: readonly Source[]): EvidenceIndex {
    return carryOut(EvidenceIndex.reading(sources));
  }

  /** Inverse frequency of a term among the windows, ln((N + 1)/(df + ½)); highest for one that no source holds. */
  rarity(term: string): number {
    return Math.log((this.windows + 1) / ((this.frequencies.get(term) ?? 0) + 0.5));
  }

  holds(term: string): boolean {
    return this.frequencies.has(term);
  }

  /** Whether a sentence holds all of some terms, with title and headings. */
  holdsTogether(terms: readonly string[]): boolean {
    return this.statements.some(({ held, context }) => terms.every((term) => held.has(term) || context.has(term)));
  }

  terms(): Iterable<string> {
    return this.frequencies.keys();
  }
}

function* readingTerms(text: string): Steps<ReadonlySet<string>> {
  const held = new Set<string>();
  let read = 0;
  yield;
  for (const { term } of eachTerm(text)) {
    if (++read % TERMS_A_STEP === 0) yield;
    held.add(term);
  }
  return held;
}

/** @param frequencies gets each term of a window once */
function* counting(window: readonly ReadonlySet<string>[], frequencies: Map<string, number>): Steps<void> {
  const counted = new Set<string>();
  for (const held of window) {
    for (const term of held) {
      if (counted.has(term)) continue;
      counted.add(term);
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      if (counted.size % TERMS_A_STEP === 0) yield;
    }
  }
}
