import { DEFAULT_ACCEPT_THRESHOLD } from '@arbiter/confidence';
import { createLogger } from '@arbiter/platform';
import type { PassageReading, Reader, ReadingTask } from '@arbiter/ports';
import { FakeEmbedder, InMemoryReader } from '@arbiter/ports/testing';
import { Registry } from 'prom-client';
import { AnswerReader, ReaderObserver } from '../src/checks/answer-reader.js';
import { FeatureChecker } from '../src/checks/feature-checker.js';
import { GroundingSupportScorer } from '../src/support/grounding-support-scorer.js';
import { ValidationService, type ValidationSettings } from '../src/validation/validation.service.js';

/** How much surer than the in-memory reader: its scores then reach those beyond which nothing is surer. */
const SURER = 3;

/** Finds what the in-memory reader finds, and is as sure of it as a reader can be. */
export class SureReader extends InMemoryReader {
  protected override readingOf(task: ReadingTask, maxSpans: number): PassageReading | null {
    const reading = super.readingOf(task, maxSpans);
    if (!reading) return null;
    const spans = reading.spans.map((span) => ({ ...span, score: SURER * span.score }));
    const none = 1 / (1 + Math.exp(spans[0]?.score ?? -Infinity));
    return { ...reading, spans, verdict: { none, span: 1 - none, yes: 0, no: 0 } };
  }
}

/** Accepted from here on: what the fitted weights make of a sure reading is not for these tests to say. */
const THRESHOLD = 0.5;

export const DEFAULT_SETTINGS: ValidationSettings = { threshold: DEFAULT_ACCEPT_THRESHOLD };

/**
 * Validation with features, as the arm puts it together but for the models behind the vectors and the reading.
 *
 * @param reader null for none
 */
export function featureValidation(
  settings: Partial<ValidationSettings> = {},
  reader: Reader | null = new SureReader(),
): ValidationService {
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [], destination: process.stderr });
  const observer = new ReaderObserver({ logger, registry: new Registry() });
  const reads = reader && new AnswerReader({ reader, timeoutMs: 60_000, observer });
  const checker = new FeatureChecker(new FakeEmbedder(), new GroundingSupportScorer(), undefined, reads);
  return new ValidationService(checker, { ...DEFAULT_SETTINGS, threshold: THRESHOLD, ...settings });
}
