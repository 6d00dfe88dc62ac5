import {
  counted,
  ArbiterError,
  MAX_SYNTHESIZED_PASSAGES,
  queryTypeOf,
  synthesize,
  validate,
  type Expansion,
  type OperationRequest,
  type Passage,
  type QueryEvent,
  type Source,
  type SynthesizeResponse,
  type ValidationResult,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { sourcesOfStates, synthesized } from '../expansion/gather-expansions.js';
import { sourceOf } from '../retrieval/passage-source.js';
import type { Retrieved } from '../retrieval/retrieve-plan.js';
import type { Attempt, Attempts, WrittenAnswer } from './attempt.js';
import { bindCitations } from './bind-citations.js';
import type { Correction } from './choose-correction.js';
import { domainOf, type Inquiry } from './inquiry.js';
import type { StageResult } from './stage-clock.js';
import { answerFrom, sourcesFrom, type ToolStatement } from './stated-answer.js';

type JudgedText = Omit<Attempt, 'change'>;

/** Of an attempt that has no passage to write from. */
const NOTHING_WRITTEN: SynthesizeResponse = { text: '', citations: [], sentences: [], mode: 'extractive' };

/** Where no attempt was made. */
export function nothingWritten(retrieved: Retrieved): Attempts {
  const none = { synthesis: NOTHING_WRITTEN, validation: null, change: null, degraded: [], notices: [] };
  const best: Attempt = { retrieved, ...none };
  return { all: [best], best, degraded: [] };
}

export interface WritingOptions {
  /** What is to be bettered; null at the first attempt. */
  readonly correction?: Correction | null;
  /** The attempt that is to be bettered; a text that is the same is not judged once more. */
  readonly best?: Attempt | null;
  /** Sentences of the sources, whoever else could write. */
  readonly extract?: boolean;
}

/** Has a text written from passages, then judged. */
export async function* writeAndJudge(
  client: OperationClient,
  inquiry: Inquiry,
  retrieved: Retrieved,
  { correction = null, best = null, extract = false }: WritingOptions = {},
): AsyncGenerator<QueryEvent, JudgedText, undefined> {
  const { degraded, notices } = retrieved;
  if (retrieved.passages.length === 0) {
    return { retrieved, synthesis: NOTHING_WRITTEN, validation: null, degraded, notices };
  }
  const synthesis = yield* write(client, inquiry, retrieved, { correction, extract });
  const told = {
    degraded: [...degraded, ...partsMissing(synthesis)],
    notices: [...notices, ...(synthesis.changes ?? [])],
  };
  if (best && best.retrieved.passages.length > 0 && synthesis.text === (best.written ?? best.synthesis.text)) {
    return { ...best, ...told };
  }
  const judged = yield* judgeWritten(client, inquiry, retrieved, synthesis);
  return { retrieved, ...judged, ...told, degraded: [...told.degraded, ...judgeMissing(judged.validation)] };
}

/**
 * Judges a text against its passages. What a language model wrote may rest on expansions, and on what it was told has changed;
 * its markers are laid on what the check found.
 */
export async function* judgeWritten(
  client: OperationClient,
  inquiry: Inquiry,
  retrieved: Retrieved,
  synthesis: WrittenAnswer,
): AsyncGenerator<QueryEvent, Pick<Attempt, 'synthesis' | 'validation' | 'written'>, undefined> {
  const { expansions = [], passages } = retrieved;
  if (synthesis.mode !== 'generated')
    return { synthesis, validation: yield* judgeText(client, inquiry, retrieved, synthesis) };
  const states = [...(synthesis.states ?? []), ...expansions.flatMap((expansion) => expansion.states ?? [])];
  const read = { ...retrieved, passages: withEvidence(passages, expansions) };
  const stated = sourcesOfStates(states).slice(0, MAX_STATES);
  const validation = yield* judgeText(client, inquiry, read, synthesis, stated);
  if (validation === null) return { synthesis, validation };
  return { ...bindCitations(synthesis, validation, read.passages), written: synthesis.text };
}

/** Passages that were found, then those of the expansions. */
export function withEvidence(passages: readonly Passage[], expansions: readonly Expansion[]): Passage[] {
  const all = [...passages, ...expansions.flatMap((expansion) => expansion.passages ?? [])];
  return [...new Map(all.map((passage) => [passage.chunkId, passage])).values()].slice(0, MAX_SYNTHESIZED_PASSAGES);
}

/** What a check of the contract takes beside the passages. */
const MAX_STATES = 100;

/** Origin of statements: the result of a tool, or the words of a language model. */
export type StatedMode = 'computed' | 'generated';

/** Has it judged what tools have computed, against that and the passages that it was computed from. Words of a model prove nothing. */
export async function* judgeStated(
  client: OperationClient,
  inquiry: Inquiry,
  statements: readonly ToolStatement[],
  mode: StatedMode,
): AsyncGenerator<QueryEvent, Attempt, undefined> {
  const synthesis = { ...answerFrom(statements), mode };
  const passages = statements.flatMap((statement) => statement.passages);
  const retrieved = { passages, queries: [inquiry.request.query], followed: [], degraded: [], notices: [] };
  const computed = mode === 'computed' ? sourcesFrom(statements) : [];
  const validation = yield* judgeText(client, inquiry, retrieved, synthesis, computed);
  return { retrieved, synthesis, validation, change: null, degraded: [], notices: [] };
}

/** Each recommendation for people. */
const VERDICTS: Readonly<Record<ValidationResult['recommendation'], string>> = {
  accept: 'good enough to show',
  retry: 'not good enough yet',
  reject: 'not good enough',
};

/**
 * Has a text checked against passages.
 *
 * @param computed sources beside the passages
 * @returns null where the request turns the check off
 */
export async function* judgeText(
  client: OperationClient,
  inquiry: Inquiry,
  { passages }: Retrieved,
  { text, mode }: Pick<WrittenAnswer, 'text' | 'mode'>,
  computed: readonly Source[] = [],
): AsyncGenerator<QueryEvent, ValidationResult | null, undefined> {
  const { request, plan, context, stages, authorities } = inquiry;
  if (!request.validate) return null;
  const domain = domainOf(inquiry);
  return yield* stages.run('validate', async (): Promise<StageResult<ValidationResult>> => {
    const queryType = queryTypeOf(plan.queryType);
    const value = await client.request(
      validate,
      {
        query: request.query,
        answer: text,
        synthesis: mode,
        queryType,
        sources: [...computed, ...passages.map((passage) => sourceOf(passage, authorities))],
        ...(domain !== undefined && { domain }),
      },
      { parent: context },
    );
    return { value, detail: `${VERDICTS[value.recommendation]}, ${Math.floor(100 * value.confidence)} % sure` };
  });
}

function write(
  client: OperationClient,
  { request, plan, context, stages }: Inquiry,
  { passages, queries, expansions = [] }: Retrieved,
  { correction, extract }: Required<Pick<WritingOptions, 'correction' | 'extract'>>,
): AsyncGenerator<QueryEvent, SynthesizeResponse, undefined> {
  const input = {
    query: request.query,
    queryType: queryTypeOf(plan.queryType),
    subQueries: [...queries],
    passages: [...passages],
    state: request.asOfSession === undefined ? {} : { asOfSession: request.asOfSession },
    ...(expansions.length > 0 && { expansions: synthesized(expansions) }),
    ...(correction && { correction: correctionOf(correction) }),
    ...(extract && { extract }),
  };
  return stages.run('synthesise', () => writeAloud(client, input, context, request.streamDraft === true));
}

async function* writeAloud(
  client: OperationClient,
  input: OperationRequest<typeof synthesize>,
  parent: OperationContext,
  showsDraft: boolean,
): AsyncGenerator<QueryEvent, StageResult<SynthesizeResponse>, undefined> {
  let isShown = false;
  try {
    const stream = client.stream(synthesize, { ...input, ...(showsDraft && { preview: true }) }, { parent });
    let next = await stream.next();
    while (!next.done) {
      const event = next.value;
      if (event.type === 'status') yield event;
      else if (showsDraft && event.type !== 'restart') {
        isShown = true;
        const { type, text } = event;
        yield { type: 'draft', text, ...(type === 'preview' && { provisional: true }) };
      }
      next = await stream.next();
    }
    return written(next.value);
  } catch (thrown) {
    if (isShown || !ArbiterError.from(thrown).retryable) throw thrown;
    // A stream is not tried again on another replica; nobody has seen any of this one.
    return written(await client.request(synthesize, input, { parent }));
  }
}

function written(value: SynthesizeResponse): StageResult<SynthesizeResponse> {
  const { citations, degraded } = value;
  return { value, detail: [counted(citations.length, 'citation'), ...(degraded ? [degraded] : [])].join(', ') };
}

/** A budget that is used up is told of the whole answer, not here. */
function partsMissing({ degraded }: SynthesizeResponse): string[] {
  if (degraded === undefined || degraded === 'model-over-budget') return [];
  return [degraded === 'not-read' ? 'reader' : 'language-model'];
}

/** The same of the language model that was to judge, where features did it alone. */
function judgeMissing(validation: ValidationResult | null): string[] {
  const failure = validation?.languageModel?.failureCode;
  return failure === undefined || failure === 'over-budget' ? [] : ['validator-model'];
}

/** Limits of the contract: what does not fit says little. */
const MAX_UNSUPPORTED = 50;
const LONGEST_CLAIM = 2_000;

function correctionOf({ unsupported }: Correction) {
  return { unsupported: unsupported.slice(0, MAX_UNSUPPORTED).map((claim) => claim.slice(0, LONGEST_CLAIM)) };
}
