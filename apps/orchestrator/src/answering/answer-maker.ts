import {
  counted,
  MAX_SYNTHESIZED_PASSAGES,
  type Passage,
  type QueryEvent,
  type RetryInstruction,
} from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { LibraryContext } from '../execution/library-context.js';
import { gatherExpansions } from '../expansion/gather-expansions.js';
import type { PassageSearch, SearchScope } from '../retrieval/passage-search.js';
import { judgeReadings } from './judge-readings.js';
import type { PageReading } from './read-pages.js';
import { readHopWith } from '../retrieval/resolve-names.js';
import { asksDocuments, retrievePlan, type Retrieved } from '../retrieval/retrieve-plan.js';
import { FIRST_SEARCH, searchHypothesis, withNames } from '../retrieval/search-hypothesis.js';
import { betterAttempt, type Change, confidenceGain, isShowable, type Attempt, type Attempts } from './attempt.js';
import { chooseCorrection, type Correction } from './choose-correction.js';
import type { AnswerSettings, Inquiry, SteppedBack } from './inquiry.js';
import type { StageResult } from './stage-clock.js';
import type { ToolStatement } from './stated-answer.js';
import { judgeStated, judgeWritten, type StatedMode, withEvidence, writeAndJudge } from './write-and-judge.js';

export interface AnswerMakerPorts {
  readonly client: OperationClient;
  readonly clock: Clock;
  readonly searchIn: (scope: SearchScope) => PassageSearch;
  readonly library: Pick<LibraryContext, 'describe'>;
}

/** Kept back of the call's time for what comes after the attempts, in milliseconds. */
const RESERVE_MS = 250;

/**
 * Attempts at an answer until one is good enough or the retries are spent. Each correction changes what the validator
 * found wrong with the best attempt so far; one that does not raise the confidence is recorded and not kept.
 */
export class AnswerMaker {
  constructor(
    private readonly ports: AnswerMakerPorts,
    private readonly settings: AnswerSettings,
    private readonly observer: CorrectionObserver | null = null,
  ) {}

  /** Judges what tools have stated: there is nothing to correct about it. */
  async *stated(
    inquiry: Inquiry,
    statements: readonly ToolStatement[],
    mode: StatedMode = 'computed',
  ): AsyncGenerator<QueryEvent, Attempts, undefined> {
    const best = yield* judgeStated(this.ports.client, inquiry, statements, mode);
    return { all: [best], best, degraded: [] };
  }

  /** Judges what a vision model read in pages. */
  async *read(inquiry: Inquiry, readings: readonly PageReading[]): AsyncGenerator<QueryEvent, Attempts, undefined> {
    const best = yield* judgeReadings(this.ports.client, inquiry, readings);
    return { all: [best], best, degraded: [] };
  }

  /** @param found passages for the first attempt; without them the plan is searched for */
  async *answer(inquiry: Inquiry, found: Retrieved | null = null): AsyncGenerator<QueryEvent, Attempts, undefined> {
    const { clock } = this.ports;
    const startedAt = clock.monotonic();
    const first = yield* this.first(inquiry, found);
    const all: [Attempt, ...Attempt[]] = [first];
    const degraded: string[] = [];
    let longestMs = clock.monotonic() - startedAt;
    let best = first;
    const maxRetries = asksDocuments(inquiry.plan) ? this.settings.maxRetries : 0;
    while (all.length <= maxRetries) {
      const correction = chooseCorrection(best, all.slice(all.indexOf(best) + 1));
      if (!correction) break;
      if (clock.now() + longestMs + RESERVE_MS > inquiry.context.deadline) {
        degraded.push('self-correction');
        break;
      }
      const before = clock.monotonic();
      yield* inquiry.stages.run('correct', () => Promise.resolve({ value: null, detail: correction.detail }));
      const attempt = yield* this.corrected(inquiry, best, correction);
      longestMs = Math.max(longestMs, clock.monotonic() - before);
      all.push(attempt);
      best = this.better(best, attempt, correction);
    }
    if (isRejectedWriting(best) && best.validation?.correction?.mayStandMarked) {
      const marked: Attempt = { ...best, standsMarked: true };
      all[all.indexOf(best)] = marked;
      best = marked;
    }
    if (isRejectedWriting(best) && clock.now() + RESERVE_MS < inquiry.context.deadline) {
      const attempt = yield* this.extracted(inquiry, best);
      all.push(attempt);
      best = this.better(best, attempt, EXTRACTION);
    }
    const gain = confidenceGain(all, best);
    if (gain !== null) this.observer?.gained(gain);
    return { all, best, degraded };
  }

  /** One attempt without corrections. */
  async *first(inquiry: Inquiry, found: Retrieved | null = null): AsyncGenerator<QueryEvent, Attempt, undefined> {
    const retrieved = found ?? (yield* this.retrieve(inquiry));
    return { ...(yield* writeAndJudge(this.ports.client, inquiry, retrieved)), change: null };
  }

  /** The better one of two attempts, of which the second was to better the first. */
  private better(best: Attempt, attempt: Attempt, { instruction }: Change): Attempt {
    const better = betterAttempt(best, attempt);
    this.observer?.corrected(instruction, better === best ? 'no-better' : isShowable(better) ? 'accepted' : 'better');
    return better;
  }

  /** The answer that there is without a language model, from the same passages. Kept only where it may be shown. */
  private async *extracted(inquiry: Inquiry, best: Attempt): AsyncGenerator<QueryEvent, Attempt, undefined> {
    yield* inquiry.stages.run('correct', () => Promise.resolve({ value: null, detail: EXTRACTION.detail }));
    const judged = yield* writeAndJudge(this.ports.client, inquiry, best.retrieved, { extract: true });
    const attempt = { ...judged, change: EXTRACTION };
    return isShowable(attempt) ? { ...attempt, notices: [...attempt.notices, EXTRACTED_NOTICE] } : attempt;
  }

  /**
   * @param best the attempt that is to be bettered
   * @returns an attempt whose text may be that of `best`: it then has its verdict, and was not judged once more
   */
  private async *corrected(
    inquiry: Inquiry,
    best: Attempt,
    correction: Correction,
  ): AsyncGenerator<QueryEvent, Attempt, undefined> {
    const { client } = this.ports;
    const { shortened, method, instruction, detail } = correction;
    const change = { instruction, method, detail };
    if (shortened) {
      const { synthesis } = shortened;
      return { ...best, ...(yield* judgeWritten(client, inquiry, best.retrieved, synthesis)), change };
    }
    return { ...(yield* writeAndJudge(client, inquiry, best.retrieved, { correction, best })), change };
  }

  private retrieve(inquiry: Inquiry): AsyncGenerator<QueryEvent, Retrieved, undefined> {
    const { plan, hints, stages, request, collections = [], context, hypothesis, steppedBack } = inquiry;
    return stages.run('retrieve', async (): Promise<StageResult<Retrieved>> => {
      const settings = { ...FIRST_SEARCH, followsBridges: request.mode !== 'fast' };
      const search = this.ports.searchIn({ collections, asOfSession: request.asOfSession, call: context });
      const { client, clock, library } = this.ports;
      const wanted = { question: request.query, collections, asOfSession: request.asOfSession };
      const described = request.mode !== 'fast' ? await library.describe(collections, context) : null;
      const [direct, expansions] = await Promise.all([
        retrievePlan(search, withNames(plan, hints), settings, readHopWith(client, context)),
        gatherExpansions(client, wanted, described, context, clock),
      ]);
      const found = await searchHypothesis(search, direct, hypothesis, settings);
      // The names only find passages: as a part of the question they would draw empty sentences into the answer.
      const queries = found.queries.slice(0, plan.subQueries.length);
      // Several parts, each searched widely, find more than an answer may be made from.
      const relevant = found.passages.length > 0 ? found.passages : withEvidence([], expansions);
      const passages = withBackground(relevant, steppedBack).slice(0, MAX_SYNTHESIZED_PASSAGES);
      const told = expansions.length > 0 ? [`${counted(expansions.length, 'thing')} of the knowledge graph`] : [];
      const detail = [counted(passages.length, 'passage'), ...told].join(', ');
      return { value: { ...found, queries, passages, ...(told.length > 0 && { expansions }) }, detail };
    });
  }
}

const EXTRACTION = {
  instruction: 'rewrite_grounded',
  method: 'extract',
  detail: 'taking the sources’ own sentences',
} as const satisfies Change;
const EXTRACTED_NOTICE =
  'What the language model wrote is not supported by its sources and not shown: the answer is made of their own sentences.';

/** Whether a language model wrote a text that may not be shown. One that finds no answer in the sources writes none. */
function isRejectedWriting(attempt: Attempt): boolean {
  const { mode, text } = attempt.synthesis;
  return mode === 'generated' && text !== '' && !isShowable(attempt);
}

/** Passages found for the question itself come first. */
function withBackground(passages: readonly Passage[], steppedBack: SteppedBack | null): readonly Passage[] {
  if (!steppedBack) return passages;
  const known = new Set(passages.map(({ chunkId }) => chunkId));
  return [...passages, ...steppedBack.passages.filter(({ chunkId }) => !known.has(chunkId))];
}

/** `better`: surer than any attempt before, and not sure enough. */
export type CorrectionOutcome = 'accepted' | 'better' | 'no-better';

/** Counts corrections and what they brought; the sum of the histogram over its count is the mean gain. */
export class CorrectionObserver {
  private readonly corrections: Counter<'instruction' | 'outcome'>;
  private readonly gains: Histogram;

  constructor(registry: Registry) {
    this.corrections = new Counter({
      name: 'arbiter_corrections_total',
      help: 'Attempts after the first, by what was to change and what came of it.',
      labelNames: ['instruction', 'outcome'],
      registers: [registry],
    });
    this.gains = new Histogram({
      name: 'arbiter_correction_confidence_gain',
      help: 'Confidence of the kept attempt above the first, of answers that were corrected.',
      buckets: [0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1],
      registers: [registry],
    });
  }

  corrected(instruction: RetryInstruction, outcome: CorrectionOutcome): void {
    this.corrections.inc({ instruction, outcome });
  }

  gained(gain: number): void {
    this.gains.observe(gain);
  }
}
