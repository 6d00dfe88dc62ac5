import { basename } from 'node:path';
import { readFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import {
  accuracyAfterCalibration,
  GroundingPair,
  percentile,
  readJsonLines,
  seededRandom,
  shuffle,
  summariseGrounding,
  type Decision,
} from '@arbiter/evaluation';
import type { SupportChecker, SupportReading } from './check-support.js';
import type { GroundingSet } from './grounding-run.js';
import { mapBounded } from './map-bounded.js';
import { EVALUATION_SEED } from './validation-run.js';

/** Draws of the few labels that are calibrated on. */
const CALIBRATION_DRAWS = 20;

/** A file of labelled pairs. */
export interface PairFile {
  /** As it was named. */
  readonly name: string;
  readonly pairs: readonly [GroundingPair, ...GroundingPair[]];
}

/**
 * @param file where `name` lies
 * @param limit a seeded sample of so many pairs, since sets are often sorted by label; null: all, in their order
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST that names file and line of a broken line, or for a file without pairs
 */
export async function readPairFile(name: string, file: string, limit: number | null): Promise<PairFile> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}.`, { cause });
  });
  const all = readJsonLines(text, name, GroundingPair).map(({ value }) => value);
  const [first, ...others] =
    limit === null || limit >= all.length ? all : shuffle(all, seededRandom(EVALUATION_SEED)).slice(0, limit);
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${name} holds no pairs.`);
  return { name, pairs: [first, ...others] };
}

export interface GroundingPlan {
  readonly concurrency: number;
  /** Labelled pairs to calibrate on; null: nothing is calibrated. */
  readonly calibrate: number | null;
  /** Told after each pair. */
  readonly onPair: (settled: number) => void;
}

/** One pair, decided. */
export interface PairDecision extends Decision {
  readonly id: string;
  readonly claims: number;
  readonly latencyMs: number;
}

export interface MeasuredPairs {
  readonly set: GroundingSet;
  readonly decisions: readonly PairDecision[];
}

/**
 * Asks about every pair of a file whether its evidence supports its claim, and compares the decisions with the labels.
 *
 * @throws ArbiterError of the operation, naming file and pair
 */
export async function measurePairs(
  { name, pairs }: PairFile,
  check: SupportChecker,
  { concurrency, calibrate, onPair }: GroundingPlan,
): Promise<MeasuredPairs> {
  let settled = 0;
  const decisions = await mapBounded(pairs, concurrency, async (pair): Promise<PairDecision> => {
    const reading = await checkPair(pair, name, check);
    onPair(++settled);
    const { score, supported, claims, latencyMs } = reading;
    return { id: pair.id, score, predicted: supported, actual: pair.supported, claims, latencyMs };
  });
  return { set: setOf(name, decisions, calibrate), decisions };
}

async function checkPair(pair: GroundingPair, file: string, check: SupportChecker): Promise<SupportReading> {
  const sources = [{ document: 'evidence', content: pair.evidence }];
  return check({ answer: pair.claim, sources }).catch((thrown: unknown) => {
    const { code, message, details } = ArbiterError.from(thrown);
    throw new ArbiterError(code, `${basename(file)}, pair ${pair.id}: ${message}`, { details, cause: thrown });
  });
}

function setOf(name: string, decisions: readonly PairDecision[], labels: number | null): GroundingSet {
  const { n, metrics, ci95, reliability, roc } = summariseGrounding(decisions, seededRandom(EVALUATION_SEED));
  return {
    dataset: name,
    n,
    supported: decisions.filter(({ actual }) => actual).length,
    nothingToVerify: decisions.filter(({ claims }) => claims === 0).length,
    metrics,
    ci95: mutableIntervals(ci95),
    latencyMs: latencyOf(decisions),
    calibrated: labels === null ? null : calibrated(decisions, labels),
    reliability: [...reliability],
    roc: [...roc],
  };
}

function calibrated(decisions: readonly Decision[], labels: number): GroundingSet['calibrated'] {
  const few = { labels, draws: CALIBRATION_DRAWS, random: seededRandom(EVALUATION_SEED) };
  return { labels, draws: CALIBRATION_DRAWS, balancedAccuracy: accuracyAfterCalibration(decisions, few) };
}

/** @throws RangeError without decisions */
export function latencyOf(timed: readonly { readonly latencyMs: number }[]): { p50: number; p95: number } {
  const latencies = timed.map(({ latencyMs }) => latencyMs);
  return { p50: percentile(latencies, 50), p95: percentile(latencies, 95) };
}

/** Intervals as the schema of a run has them. */
export function mutableIntervals<K extends string>(
  intervals: Readonly<Record<K, readonly [number, number] | null>>,
): Record<K, [number, number] | null> {
  const entries = Object.entries<readonly [number, number] | null>(intervals);
  return Object.fromEntries(entries.map(([key, ends]) => [key, ends && [ends[0], ends[1]]])) as Record<
    K,
    [number, number] | null
  >;
}
