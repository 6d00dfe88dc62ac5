import type { ClientError, OutputOf, StreamMessage } from '@arbiter/client';
import type { Answer, PipelineStage, QueryMode, WritingStatus } from '@arbiter/contracts';

/** What a question is asked of, and how. */
export interface AskOptions {
  /** Domain pack whose collections are searched. */
  readonly domain?: string | undefined;
  /** Collections that are searched; none: all. */
  readonly collections: readonly string[];
  readonly mode: QueryMode;
  /** Show the text while it is written, before it is checked. */
  readonly draft: boolean;
}

export interface StageProgress {
  readonly stage: PipelineStage;
  readonly isFinished: boolean;
  /** Milliseconds; 0 until it is finished. */
  readonly ms: number;
  /** What came of it, for people; ''. */
  readonly detail: string;
}

/** A question and what has come of it so far. Never changed, only replaced. */
export interface Exchange {
  readonly key: string;
  readonly question: string;
  readonly options: AskOptions | null;
  /** `kept`: of an earlier visit. `broken`: the server went away. `refused`: it answered with an error. */
  readonly state: 'running' | 'done' | 'stopped' | 'broken' | 'refused' | 'kept';
  readonly stages: readonly StageProgress[];
  readonly writing: WritingStatus | null;
  /** Whole sentences that are not checked yet, and the beginning of the next. */
  readonly draft: string;
  readonly provisional: string;
  readonly answer: Answer | null;
  readonly error: ClientError | null;
  /** Of a kept exchange: its text in the session, and the id of the answer's record. */
  readonly text: string;
  readonly answerId: string | null;
}

const NOTHING = {
  ...{ options: null, stages: [], writing: null, draft: '', provisional: '' },
  ...{ answer: null, error: null, text: '', answerId: null },
} as const;

export function newExchange(key: string, question: string, options: AskOptions): Exchange {
  return { ...NOTHING, key, question, options, state: 'running' };
}

/** The exchange after one more message of the stream. */
export function foldMessage(exchange: Exchange, message: StreamMessage<'query'>): Exchange {
  switch (message.type) {
    case 'stage': {
      const { stage, status, ms, detail } = message;
      const progress = { stage, isFinished: status === 'finished', ms, detail };
      if (progress.isFinished) {
        const at = exchange.stages.findLastIndex((one) => one.stage === stage && !one.isFinished);
        const stages = at === -1 ? [...exchange.stages, progress] : exchange.stages.with(at, progress);
        return { ...exchange, stages, writing: null };
      }
      // Each writing begins a text of its own.
      const begun = stage === 'synthesise' ? { draft: '', provisional: '' } : {};
      return { ...exchange, ...begun, stages: [...exchange.stages, progress] };
    }
    case 'status':
      return { ...exchange, writing: message.status };
    case 'draft':
      return message.provisional
        ? { ...exchange, provisional: exchange.provisional + message.text }
        : { ...exchange, draft: exchange.draft + message.text, provisional: '' };
    case 'result':
      return { ...exchange, state: 'done', answer: message.result, answerId: message.result.id };
    default:
      // A newer server may say more.
      return exchange;
  }
}

type Message = OutputOf<'getSession'>['messages'][number];

/** The exchanges of a session that an earlier visit has left: each question with the answer that follows it. */
export function exchangesOf(messages: readonly Message[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { id, role, content, metadata } of messages) {
    const last = exchanges.at(-1);
    if (role === 'user') exchanges.push({ ...NOTHING, key: id, question: content, state: 'kept' });
    else if (last && last.text === '') {
      exchanges[exchanges.length - 1] = { ...last, text: content, answerId: metadata.answer_id ?? null };
    }
  }
  return exchanges;
}

/** What came of a stage, without the names that the server has for kinds of questions and verdicts. */
export function stageWords({ stage, detail }: Pick<StageProgress, 'stage' | 'detail'>): string {
  const said = stage === 'plan' ? detail.slice(detail.indexOf(', ') + 1).trim() : stage === 'validate' ? '' : detail;
  return said === '' ? STAGE_WORDS[stage][1] : `${STAGE_WORDS[stage][1]}: ${said}`;
}

/** What a stage does, in words. */
export const STAGE_WORDS: Readonly<Record<PipelineStage, readonly [running: string, done: string]>> = {
  context: ['Looking where to search', 'Looked where to search'],
  plan: ['Planning the search', 'Planned the search'],
  'step-back': ['Thinking of the question behind it', 'Answered the question behind it'],
  retrieve: ['Searching the library', 'Searched the library'],
  synthesise: ['Writing an answer', 'Wrote an answer'],
  validate: ['Checking every sentence', 'Checked every sentence'],
  correct: ['Trying to do better', 'Chose another way'],
};

export const WRITING_WORDS: Readonly<Record<WritingStatus, string>> = {
  loading: 'The language model is being loaded',
  reading: 'The language model is reading the passages',
  thinking: 'The language model is thinking',
  writing: 'The language model is writing',
};
