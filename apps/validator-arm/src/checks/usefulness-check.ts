import { askedAccount } from '@arbiter/composition';
import { estimateRightness, type RightnessFeatures } from '@arbiter/confidence';
import type { QueryType, Source, UsefulnessToken } from '@arbiter/contracts';
import type { AnswerReading, PlacedClaim } from './answer-reader.js';
import type { EvidenceIndex } from './evidence-index.js';
import { spokenShare } from './spoken-share.js';

/** From here on an answer is likelier right than not. */
const USEFUL = 0.5;

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
  /** Whether the answer was made of sentences of its sources. */
  readonly isExtracted: boolean;
  /** Of the best source, 0–1. */
  readonly relevance: number;
}

/** An answer as it was judged, for those who fit the model. */
export interface SeenAnswer {
  readonly query: string;
  readonly queryType: QueryType;
  readonly answer: string;
  readonly sources: readonly Source[];
  readonly features: RightnessFeatures;
}
export type OnAnswerRead = (seen: SeenAnswer) => void;

/**
 * Whether the answer answers what was asked: by what the reader finds in it and in its sources, and by how much of what
 * the question is about it speaks of.
 *
 * @param onFeatures told what it was judged by; not for an answer that says nothing
 */
export function checkUsefulness(
  { query, queryType, claims, reading, isExtracted, relevance }: UsefulnessEvidence,
  evidence: EvidenceIndex,
  onFeatures: (features: RightnessFeatures) => void = () => undefined,
): UsefulnessCheck {
  const mode = reading ? 'reader' : 'words';
  if (claims.length === 0)
    return { token: 'not_useful', score: 0, reasoning: 'The answer says nothing.', missing: [], mode };
  const { missing, ...spoken } = spokenShare(query, claims, evidence);
  const isAccount = askedAccount(query) !== null;
  const features: RightnessFeatures = { queryType, isAccount, reading, isExtracted, relevance, ...spoken };
  onFeatures(features);
  const score = estimateRightness(features);
  return { token: score >= USEFUL ? 'useful' : 'not_useful', score, reasoning: reasoningOf(features), missing, mode };
}

function reasoningOf({ reading, coverage, kind }: RightnessFeatures): string {
  const spoken = `The answer speaks of ${Math.round(100 * coverage)} % of what the question is about`;
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
