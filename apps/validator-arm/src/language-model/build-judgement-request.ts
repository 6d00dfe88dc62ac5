import { statementOf, type Claim, type Source } from '@arbiter/contracts';
import type { GenerationRequest, LanguageModel } from '@arbiter/ports';
import { fairShare, Fence, trimText, type FenceIds } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';
import { judgementSchema, type JudgementScope } from './judgement.js';
import { JUDGEMENT_PROMPT_VERSION, judgementClosing, judgementSystemPrompt } from './judgement.prompt.js';

export interface JudgementTask {
  readonly scope: JudgementScope;
  /** '' where only claims are to be judged, as is `answer`. */
  readonly query: string;
  readonly answer: string;
  /** At least one. */
  readonly claims: readonly Claim[];
  /** At least one, best first. */
  readonly sources: readonly Source[];
}

export interface JudgementRequest {
  readonly request: GenerationRequest;
  /** Source n of the prompt is `sources[n - 1]`; those of which nothing fitted are left out. */
  readonly sources: readonly Source[];
}

/** Of all sources together, in tokens by `estimateTokens`; the context of the model may leave less. */
const SOURCE_TOKENS = 12_000;
/** Of the answer: a long one is cut, since its claims are all there. */
const ANSWER_TOKENS = 1_500;
/** Tags and line ends around each text. */
const FRAME_TOKENS = 60;
/** Of the judgement: its frame, and each claim with its evidence and each source. */
const OUTPUT_FRAME_TOKENS = 200;
const OUTPUT_CLAIM_TOKENS = 160;
const OUTPUT_SOURCE_TOKENS = 20;

/**
 * All claims in one request, with as much of the sources as fits: each has the same share at most, and keeps the
 * sentences that are nearest to the claims.
 *
 * @returns null when claims and sources do not fit into the context of the model
 */
export function buildJudgementRequest(
  task: JudgementTask,
  model: Pick<LanguageModel, 'contextTokens'>,
  ids: FenceIds,
): JudgementRequest | null {
  const { scope, query, claims } = task;
  const statements = claims.map(statementOf);
  const answer = trimText(task.answer, query, ANSWER_TOKENS);
  const fence = new Fence(ids, [
    query,
    task.answer,
    ...statements,
    ...task.sources.flatMap((source) => [source.content, headingOf(source)]),
  ]);
  const system = judgementSystemPrompt(scope);
  const asked = [
    ...(query === '' ? [] : [fence.around('question', null, query)]),
    ...(answer === '' ? [] : [fence.around('answer', null, answer)]),
    ...statements.map((statement, index) => fence.around('claim', index + 1, statement)),
    judgementClosing(fence.id, claims.length),
  ];
  const maxTokens =
    OUTPUT_FRAME_TOKENS + OUTPUT_CLAIM_TOKENS * claims.length + OUTPUT_SOURCE_TOKENS * task.sources.length;
  const fixed = estimateTokens([system, ...asked].join('\n\n'));
  const room = (model.contextTokens ?? Infinity) - maxTokens - fixed - FRAME_TOKENS * task.sources.length;
  const share = fairShare(
    task.sources.map((source) => estimateTokens(`${headingOf(source)}\n\n${source.content}`)),
    Math.max(0, Math.min(SOURCE_TOKENS, room)),
  );
  const about = [query, ...statements].join(' ');
  const shown = task.sources.flatMap((source) => {
    const heading = headingOf(source);
    const text = trimText(source.content, about, share - estimateTokens(`${heading}\n\n`));
    return text === '' ? [] : [{ source, text: heading === '' ? text : `${heading}\n\n${text}` }];
  });
  if (shown.length === 0) return null;
  const parts = [...shown.map(({ text }, index) => fence.around('source', index + 1, text)), ...asked];
  return {
    sources: shown.map(({ source }) => source),
    request: {
      prompt: JUDGEMENT_PROMPT_VERSION,
      system,
      messages: [{ role: 'user', text: parts.join('\n\n') }],
      maxTokens,
      temperature: 0,
      output: { name: 'judgement', schema: judgementSchema(scope) },
      cacheableMessages: 0,
    },
  };
}

/** A passage says "the keeper"; title and headings say of what. */
function headingOf({ metadata: { title = '', section = '' } }: Source): string {
  return [title, section].filter((heading) => heading !== '').join(' › ');
}
