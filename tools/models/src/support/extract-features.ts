import { claimParts, EvidenceComparison, judgePart, type SupportFeatures } from '@arbiter/grounding';
import type { CachingEncoder } from './caching-encoder.js';
import type { PairsOfSet } from './read-pairs.js';
import type { LabelledPair } from './training-sets.js';

/** Pairs that are worked on at a time: while one is encoded, another is compared. */
const CONCURRENCY = 3;

/** The features of one sentence of a claim, and whether a rule decides it whatever they say. */
export interface FeaturePart {
  readonly features: SupportFeatures;
  readonly decided: 'stated' | 'refuted' | null;
}

/** A labelled pair as the model sees it. */
export interface FeatureRow {
  readonly id: string;
  readonly set: string;
  /** The set of the pair, or of the pair that it was made from. */
  readonly origin: string;
  readonly kind: string | null;
  readonly supported: boolean;
  /** One of each sentence of the claim. */
  readonly parts: readonly FeaturePart[];
}

/** @returns the features that the arm would see */
export async function extractFeatures(
  set: string,
  pair: LabelledPair,
  encoder: CachingEncoder,
  signal: AbortSignal,
): Promise<FeatureRow> {
  const comparison = EvidenceComparison.of([{ id: pair.id, text: pair.evidence, context: '' }]);
  const parts: FeaturePart[] = [];
  for (const part of claimParts(pair.claim)) {
    const choice = comparison.choose(part);
    const windows = comparison.windowsOf(choice);
    const [claim, ...encoded] = await encoder.encode([part.text, ...windows.map(({ text }) => text)], signal);
    if (!claim) continue;
    const byWindow = new Map(
      windows.flatMap(({ index }, position) => {
        const pieces = encoded[position];
        return pieces ? [[index, pieces] as const] : [];
      }),
    );
    const features = comparison.supportFeatures(choice, claim, byWindow);
    const { by, refuted } = judgePart(comparison, choice, features);
    parts.push({ features, decided: refuted ? 'refuted' : by === 'wording' ? 'stated' : null });
  }
  const origin = (pair.source ?? set).replace(/_(?:train|dev|partial|sentences)$/, '');
  return { id: pair.id, set, origin, kind: pair.kind ?? null, supported: pair.supported, parts };
}

/** @returns the rows of a set, in the order of its pairs */
export async function extractSet({ set, pairs }: PairsOfSet, encoder: CachingEncoder): Promise<FeatureRow[]> {
  const { signal } = new AbortController();
  const rows: FeatureRow[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < pairs.length; index = next++) {
      const pair = pairs[index];
      if (pair) rows[index] = await extractFeatures(set.name, pair, encoder, signal);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return rows;
}
