import {
  isAskedInParts,
  MAX_PARTS,
  MAX_SYNTHESIZED_PASSAGES,
  queryTypeOf,
  synthesize,
  validate,
  type OperationRequest,
  type Passage,
  type QueryEvent,
  type SearchPart,
  type Source,
  type SynthesizeResponse,
  type ValidationResult,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { domainOf } from '../feedback/record-answer.js';
import type { Attempt, WrittenAnswer } from './attempt.js';
import type { Correction } from './correction/choose-correction.js';
import { counted } from './counted.js';
import { searchHypothesis } from './deep/search-hypothesis.js';
import type { PassageSearch } from './hops/passage-search.js';
import { readHopWith } from './hops/read-hop.js';
import type { Inquiry, SteppedBack } from './inquiry.js';
import { sourceOf } from './source-of.js';
import { retrievePlan, type Retrieved } from './retrieve-plan.js';
import type { StageResult } from './stage-clock.js';
import { answerFrom, sourcesFrom, type ToolStatement } from './stated-answer.js';
import { wideningOf, withMissing } from './widen-search.js';

/** Of an attempt that has no passage to write from. */
export const NOTHING_WRITTEN: SynthesizeResponse = { text: '', citations: [], sentences: [], mode: 'extractive' };

/** Makes attempts at an answer by asking the arms: passages, a text from them, the checks of that text. */
export class AttemptMaker {
  constructor(
    private readonly client: OperationClient,
    private readonly searchOf: (inquiry: Inquiry) => PassageSearch,
  ) {}

  async *first(inquiry: Inquiry): AsyncGenerator<QueryEvent, Attempt, undefined> {
    return yield* this.from(inquiry, yield* this.retrieve(inquiry, null, 0));
  }

  /** From passages that are already there. */
  async *from(inquiry: Inquiry, retrieved: Retrieved): AsyncGenerator<QueryEvent, Attempt, undefined> {
    return { ...(yield* this.answer(inquiry, retrieved, null, null)), change: null };
  }

  /** What tools have computed, judged against it and what it was computed from. */
  async *stated(
    inquiry: Inquiry,
    statements: readonly ToolStatement[],
  ): AsyncGenerator<QueryEvent, Attempt, undefined> {
    const synthesis = answerFrom(statements);
    const passages = statements.flatMap((statement) => statement.passages);
    const queries = [inquiry.request.query];
    const retrieved = { passages, queries, followed: [], lastHop: null, degraded: [], notices: [] };
    const validation = yield* this.judge(inquiry, retrieved, synthesis, sourcesFrom(statements));
    return { retrieved, synthesis, validation, change: null };
  }

  /**
   * @param best the attempt that is to be bettered
   * @param searches made before this one
   * @returns an attempt whose text may be that of `best`: it then has its verdict, and was not judged once more
   */
  async *corrected(
    inquiry: Inquiry,
    best: Attempt,
    correction: Correction,
    searches: number,
  ): AsyncGenerator<QueryEvent, Attempt, undefined> {
    const { shortened, method, instruction, detail } = correction;
    const change = { instruction, method, detail };
    if (shortened) {
      const { retrieved } = best;
      const { synthesis } = shortened;
      return { retrieved, synthesis, validation: yield* this.judge(inquiry, retrieved, synthesis), change };
    }
    const retrieved = method === 'search' ? yield* this.retrieve(inquiry, correction, searches) : best.retrieved;
    return { ...(yield* this.answer(inquiry, retrieved, correction, best)), change };
  }

  private async *retrieve(inquiry: Inquiry, correction: Correction | null, searches: number) {
    const { plan, hints, stages, degraded, notices } = inquiry;
    const retrieved = yield* stages.run('retrieve', async (): Promise<StageResult<Retrieved>> => {
      const widened = withMissing(plan, correction ? [...correction.missing, ...hints] : []);
      const followsBridges = inquiry.request.mode !== 'fast';
      const settings = { ...wideningOf(searches), followsBridges };
      const search = this.searchOf(inquiry);
      const direct = await retrievePlan(search, widened, settings, readHopWith(this.client, inquiry.context));
      const found = await searchHypothesis(search, direct, inquiry.hypothesis, settings);
      // The added search only finds passages. As a part of the question it would draw sentences into the answer that
      // hold the missing words and say nothing, and the check of usefulness would count them.
      const queries = found.queries.slice(0, plan.subQueries.length);
      // Several parts, each searched widely, find more than an answer may be made from.
      const passages = withBackground(found.passages, inquiry.steppedBack).slice(0, MAX_SYNTHESIZED_PASSAGES);
      const value = { ...found, queries, passages };
      return { value, detail: counted(value.passages.length, 'passage') };
    });
    for (const name of retrieved.degraded) degraded.add(name);
    for (const notice of retrieved.notices) notices.add(notice);
    return retrieved;
  }

  /** Writes and judges; the same answer once more is not judged once more. */
  private async *answer(
    inquiry: Inquiry,
    retrieved: Retrieved,
    correction: Correction | null,
    best: Attempt | null,
  ): AsyncGenerator<QueryEvent, Omit<Attempt, 'change'>, undefined> {
    if (retrieved.passages.length === 0) return { retrieved, synthesis: NOTHING_WRITTEN, validation: null };
    const synthesis = yield* this.synthesise(inquiry, retrieved, correction);
    // A budget that is used up is told of the whole answer.
    if (synthesis.degraded === 'not-read') inquiry.degraded.add('reader');
    else if (synthesis.degraded !== undefined && synthesis.degraded !== 'model-over-budget') {
      inquiry.degraded.add('language-model' satisfies SearchPart);
    }
    if (best && best.retrieved.passages.length > 0 && synthesis.text === best.synthesis.text) {
      return { retrieved: best.retrieved, synthesis: best.synthesis, validation: best.validation };
    }
    return { retrieved, synthesis, validation: yield* this.judge(inquiry, retrieved, synthesis) };
  }

  private synthesise(inquiry: Inquiry, { passages, queries }: Retrieved, correction: Correction | null) {
    const { request, plan, context, stages } = inquiry;
    const input = {
      query: request.query,
      queryType: queryTypeOf(plan.queryType),
      subQueries: [...queries],
      passages: [...passages],
      ...(correction && { correction: correctionOf(correction) }),
    };
    // Only where somebody reads along: an operation that streams is not tried on another replica.
    if (request.streamDraft) return stages.run('synthesise', () => this.writeAloud(input, context));
    return stages.run('synthesise', async () =>
      written(await this.client.request(synthesize, input, { parent: context })),
    );
  }

  private async *writeAloud(
    input: OperationRequest<typeof synthesize>,
    parent: OperationContext,
  ): AsyncGenerator<QueryEvent, StageResult<SynthesizeResponse>, undefined> {
    const stream = this.client.stream(synthesize, { ...input, preview: true }, { parent });
    let next = await stream.next();
    while (!next.done) {
      const { type, text } = next.value;
      yield { type: 'draft', text, ...(type === 'preview' && { provisional: true }) };
      next = await stream.next();
    }
    return written(next.value);
  }

  private async *judge(
    inquiry: Inquiry,
    { passages, queries }: Retrieved,
    { text, mode }: Pick<WrittenAnswer, 'text' | 'mode'>,
    computed: readonly Source[] = [],
  ): AsyncGenerator<QueryEvent, ValidationResult | null, undefined> {
    const { request, plan, context, stages } = inquiry;
    if (!request.validate) return null;
    const domain = domainOf(inquiry);
    return yield* stages.run('validate', async (): Promise<StageResult<ValidationResult>> => {
      const { query } = request;
      const queryType = queryTypeOf(plan.queryType);
      const value = await this.client.request(
        validate,
        {
          query,
          answer: text,
          synthesis: mode,
          queryType,
          parts: isAskedInParts(queryType) ? queries.slice(0, MAX_PARTS) : [],
          sources: [...computed, ...passages.map((passage) => sourceOf(passage, inquiry.authorities))],
          ...(domain !== undefined && { domain }),
        },
        { parent: context },
      );
      return { value, detail: `${value.recommendation}, confidence ${value.confidence.toFixed(2)}` };
    });
  }
}

function written(value: SynthesizeResponse): StageResult<SynthesizeResponse> {
  const { citations, degraded } = value;
  return { value, detail: [counted(citations.length, 'citation'), ...(degraded ? [degraded] : [])].join(', ') };
}

/** What was found for the question itself stands first. */
function withBackground(passages: readonly Passage[], steppedBack: SteppedBack | null): readonly Passage[] {
  if (!steppedBack) return passages;
  const known = new Set(passages.map(({ chunkId }) => chunkId));
  return [...passages, ...steppedBack.passages.filter(({ chunkId }) => !known.has(chunkId))];
}

/** Limits of the contract: what does not fit says little. */
const MAX_UNSUPPORTED = 50;
const LONGEST_CLAIM = 2_000;
const MAX_MISSING = 20;

function correctionOf({ unsupported, missing }: Correction) {
  return {
    unsupported: unsupported.slice(0, MAX_UNSUPPORTED).map((claim) => claim.slice(0, LONGEST_CLAIM)),
    missing: missing.slice(0, MAX_MISSING).map((word) => word.slice(0, 200)),
  };
}
