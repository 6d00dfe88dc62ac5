import {
  BaseMcpTool,
  RecoverableError,
  Result,
  StatusUpdate,
  TokenUpdate,
  type Availability,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import {
  ArbiterError,
  type ErrorCode,
  type PipelineStage,
  type QueryEvent,
  WRITING_DEADLINE_MS,
  WRITING_MESSAGES,
} from '@arbiter/contracts';
import { z } from 'zod';
import type { AnswerKeeper } from '../answering/answer-keeper.js';
import type { AnswerMaker } from '../answering/answer-maker.js';
import { isShowable, type Attempt, type Attempts } from '../answering/attempt.js';
import { nothingWritten } from '../answering/write-and-judge.js';
import { isConfirmed } from '../answering/judge-readings.js';
import type { AgentRun } from './agent-run.js';

const Inputs = z.strictObject({});

/** Names of the answering stages on the stream. */
const STATUS: Partial<Record<PipelineStage, string>> = {
  synthesise: 'Writing an answer from the passages…',
  validate: 'Checking the answer against its sources…',
};

/** The arm is away or overloaded, so its answer is unknown. */
const AWAY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAVAILABLE', 'OVERLOADED', 'DEADLINE_EXCEEDED']);

/**
 * Speaks to the user: with an answer that its sources support, or a refusal that says what was tried. An answer that they
 * do not support is not shown: as long as other tools may find more, the agent is told what is missing.
 *
 * One object serves one run.
 */
export class TextResponseTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'text-response';
  override readonly aliases = ['text_response'];
  readonly description =
    'Answers the user from everything that was found, with citations, after checking the answer against its sources. Use it when enough was found. It ends the run.';
  readonly inputSchema = Inputs;
  override readonly end = true;
  override readonly idempotent = false;
  override readonly timeoutMs = WRITING_DEADLINE_MS;

  constructor(
    private readonly run: AgentRun,
    private readonly maker: AnswerMaker,
    private readonly keeper: AnswerKeeper,
  ) {
    super();
  }

  override isToolAvailable({ environment }: TreeData): Promise<Availability> {
    return Promise.resolve(
      environment.isEmpty() && this.run.retrieved().passages.length === 0
        ? { available: false, reason: 'nothing has been found to answer from' }
        : { available: true },
    );
  }

  async *execute(): AsyncGenerator<ToolOutput, void, undefined> {
    const { run } = this;
    const attempts = run.isImpossible ? (run.attempts ?? nothingWritten(run.retrieved())) : yield* this.attempt();
    if (!run.isLast && !run.isImpossible && !isShowable(attempts.best)) {
      yield new RecoverableError(shortfallOf(attempts.best));
      return;
    }
    const refusal = run.tried();
    const inquiry = { ...run.inquiry, degraded: [...run.inquiry.degraded, ...run.degraded] };
    const answer = await this.keeper.conclude(inquiry, attempts, {
      toolsUsed: [...new Set(run.completed.map(({ tool }) => tool))],
      isRefused: run.isImpossible,
      ...(refusal !== '' && { refusal }),
    });
    run.answer = answer;
    for (const content of piecesOf(answer.answer)) yield new TokenUpdate(content);
    const { id, status, confidence, citations } = answer;
    yield new Result({
      objects: citations,
      metadata: { answer_id: id, status, confidence },
      name: 'answer',
      llmMessage: 'The question is {status}.',
      ...(confidence !== null && { confidence }),
    });
  }

  /** What the words of the passages or of pages confirm comes before what is read in a picture alone. */
  private async *attempt(): AsyncGenerator<ToolOutput, Attempts, undefined> {
    const { run } = this;
    const readings = run.takeReadings();
    if (readings.length === 0) return yield* this.written();
    const before = run.attempts;
    const read = yield* this.told(this.maker.read(run.inquiry, readings));
    run.answeredFrom = run.findings.length;
    if (read.best.validation && isConfirmed(read.best.validation)) return read;
    run.attempts = before;
    const written = yield* this.written();
    run.attempts = isShowable(read.best) && !isShowable(written.best) ? read : written;
    return run.attempts;
  }

  /** Writes and checks, unless that has been done with the very same passages. */
  private async *written(): AsyncGenerator<ToolOutput, Attempts, undefined> {
    const { run } = this;
    const statements = run.takeStatements();
    if (statements.length > 0) {
      run.answeredFrom = run.findings.length;
      return yield* this.told(this.maker.stated(run.inquiry, statements));
    }
    const found = run.retrieved();
    run.answeredFrom = run.findings.length;
    const before = run.attempts?.all[0]?.retrieved.passages;
    if (run.attempts && before?.length === found.passages.length) return run.attempts;
    if (found.passages.length === 0) return nothingWritten(run.retrieved());
    return yield* this.told(this.maker.answer(run.inquiry, found));
  }

  private async *told(
    making: AsyncGenerator<QueryEvent, Attempts, undefined>,
  ): AsyncGenerator<ToolOutput, Attempts, undefined> {
    const { run } = this;
    try {
      const attempts = yield* toldByStatus(making);
      run.attempts = attempts;
      run.degraded.push(...attempts.degraded, ...attempts.all.flatMap(({ degraded }) => degraded));
      return attempts;
    } catch (error) {
      const failure = ArbiterError.from(error);
      if (AWAY.has(failure.code)) this.run.unanswerable = failure;
      throw error;
    }
  }
}

async function* toldByStatus<T>(
  stages: AsyncGenerator<QueryEvent, T, undefined>,
): AsyncGenerator<ToolOutput, T, undefined> {
  let next = await stages.next();
  while (!next.done) {
    const message = statusOf(next.value);
    if (message !== null) yield new StatusUpdate(message);
    next = await stages.next();
  }
  return next.value;
}

function statusOf(event: QueryEvent): string | null {
  if (event.type === 'status') return `Meanwhile: ${WRITING_MESSAGES[event.status]}…`;
  if (event.type !== 'stage') return null;
  const { stage, status, detail } = event;
  if (status === 'started') return STATUS[stage] ?? null;
  return stage === 'correct' ? `Correcting the answer: ${detail}…` : null;
}

/** The gaps of an answer that cannot be shown, for the next decision. */
function shortfallOf({ validation, retrieved }: Attempt): { message: string; suggestion: string } {
  // What stands on a page may be drawn there.
  const hasPages = retrieved.passages.some(({ page }) => page !== null);
  const others = hasPages ? ' Or try ColQwen visual search for what is drawn.' : '';
  const missing = validation?.correction?.missing ?? [];
  const unsupported = validation?.correction?.unsupported ?? [];
  return {
    message:
      unsupported.length > 0
        ? 'The sources do not support the answer.'
        : 'What was found does not answer the question well enough.',
    suggestion:
      missing.length > 0
        ? `Search for ${missing.join(' ')}.${others}`
        : `Search again in other words${hasPages ? ', try ColQwen visual search for what is drawn' : ''}, or expand what was found.`,
  };
}

/** Words with the white space before them: in order they are the text. */
function piecesOf(text: string): string[] {
  return text.match(/(?<!\s)\s*\S+|(?<!\s)\s+$/gu) ?? [];
}
