import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type calibrationCurve, type OperationInput, type OperationOutput } from '@arbiter/contracts';
import { expectedCalibrationError, type Forecast, reliabilityTable } from '@arbiter/evaluation';
import { NO_DOMAIN, type AnswerEventLog, type AnswerRecordStore, type FeedbackStore } from '@arbiter/ports';
import { maySeeAnswersOf } from '../access/ownership.js';
import type { Caller } from '../access/visible-answer.js';
import { shownIn } from '../records/answers.service.js';
import { binOf } from './read-report.js';

export interface CalibrationPorts {
  /** Both null where answers are not kept. */
  readonly answers: Pick<AnswerRecordStore, 'list' | 'get'> | null;
  readonly events: Pick<AnswerEventLog, 'read'> | null;
  readonly feedback: Pick<FeedbackStore, 'ofDomain'>;
}

/** Answers that are looked through, the newest. */
const MAX_ANSWERS = 10_000;
/** Answers whose records are read for their confidence, the newest that people judged. */
const MAX_JUDGED = 1_000;
const MAX_FEEDBACK = 10_000;
const READS_AT_ONCE = 4;
/** From this rating on an answer counts as right: that of a thumb up is 1, of a thumb down 0. */
const RIGHT_FROM = 0.5;

/**
 * How often shown answers of each confidence were right, as people said. The last rating of an answer decides; without one it is
 * right unless somebody called a claim of it wrong.
 *
 * @throws ArbiterError FORBIDDEN where answers are not kept
 */
export async function calibrationOf(
  { answers, events, feedback }: CalibrationPorts,
  { domain }: OperationInput<typeof calibrationCurve>,
  { principal, signal }: Caller,
): Promise<OperationOutput<typeof calibrationCurve>> {
  if (!answers || !events) throw new ArbiterError('FORBIDDEN', 'Answers are not kept here (ANSWER_RECORDS).');
  const askedBy = (identity: string | null) => maySeeAnswersOf(principal, identity);
  const kept = await answers.list({ limit: MAX_ANSWERS, askedBy, ...(domain !== undefined && { domain }) }, signal);
  const shown = kept.filter(({ status }) => status === 'answered');
  const right = new Map<string, boolean>();
  for (const each of new Set(shown.map((answer) => answer.domain ?? NO_DOMAIN)))
    for (const { answerId, supported } of await feedback.ofDomain(each, MAX_FEEDBACK, signal))
      right.set(answerId, supported && right.get(answerId) !== false);
  for await (const event of events.read(signal))
    if (event.kind === 'rated') right.set(event.answerId, event.score >= RIGHT_FROM);
  const judged = shown.filter(({ id }) => right.has(id)).slice(0, MAX_JUDGED);
  const read = await mapConcurrently(judged, READS_AT_ONCE, async ({ id }): Promise<Forecast[]> => {
    const record = await answers.get(id, signal);
    const confidence = record && shownIn(record)?.answer.confidence;
    return typeof confidence === 'number' ? [{ probability: confidence, actual: right.get(id) ?? false }] : [];
  });
  const forecasts = read.flat();
  return {
    judged: forecasts.length,
    bins: reliabilityTable(forecasts, { binning: 'equal-width' }).map(binOf),
    error: expectedCalibrationError(forecasts, { binning: 'equal-width' }),
  };
}
