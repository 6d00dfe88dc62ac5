import type { Passage } from '@arbiter/contracts';
import type { GenerationRequest, IdGenerator, LanguageModel } from '@arbiter/ports';
import { fairShare, Fence, trimText } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';
import { DEFAULT_MAX_SENTENCES, type SynthesisTask } from '../synthesizer.js';
import {
  closingPrompt,
  correctionPrompt,
  SYNTHESIS_PROMPT_VERSION,
  SYNTHESIS_SYSTEM_PROMPT,
} from './synthesis.prompt.js';
import type { GenerationSettings } from './generation-settings.js';

export interface SynthesisPrompt {
  readonly request: GenerationRequest;
  readonly fence: Fence;
  /** Source `[n]` of the prompt is `sources[n - 1]`: passages in rank order. */
  readonly sources: readonly Passage[];
}

/** Tags and line ends around each source, in tokens. */
const FRAME_TOKENS = 60;

/**
 * The prompt for a question: as many of the best passages as the settings allow, trimmed around the question where they
 * are too long for the budget together.
 *
 * @returns null when not one passage fits
 */
export function buildSynthesisPrompt(
  task: SynthesisTask,
  model: Pick<LanguageModel, 'contextTokens'>,
  settings: GenerationSettings,
  ids: IdGenerator,
): SynthesisPrompt | null {
  const { query, queryType = 'simple_lookup', subQueries = [], maxSentences = DEFAULT_MAX_SENTENCES } = task;
  const question = [query, ...(subQueries.length > 1 ? subQueries.map((part) => `- ${part}`) : [])].join('\n');
  const best = task.passages.slice(0, settings.maxSources);
  const { unsupported = [], missing = [] } = task.correction ?? {};
  const fence = new Fence(ids, [
    question,
    ...unsupported,
    ...missing,
    ...best.flatMap(({ text, title, section }) => [text, title, ...section]),
  ]);
  const closing = [
    ...(unsupported.length > 0 ? [fence.around('unsupported', null, unsupported.join('\n'))] : []),
    ...(missing.length > 0 ? [fence.around('missing', null, missing.join(', '))] : []),
    ...(task.correction ? [correctionPrompt(unsupported.length > 0, missing.length > 0)] : []),
    closingPrompt(fence.id, queryType, maxSentences),
  ].join('\n\n');
  const room = (model.contextTokens ?? Infinity) - settings.maxTokens - FRAME_TOKENS * (best.length + 1);
  const fixed = estimateTokens(SYNTHESIS_SYSTEM_PROMPT) + estimateTokens(question) + estimateTokens(closing);
  const budget = Math.min(settings.sourceTokens, room - fixed);

  const share = fairShare(
    best.map((passage) => estimateTokens(headed(passage, passage.text))),
    Math.max(0, budget),
  );
  const sources = best.flatMap((passage) => {
    const text = trimText(passage.text, question, share - estimateTokens(headed(passage, '')));
    return text === '' ? [] : [{ passage, text: headed(passage, text) }];
  });
  if (sources.length === 0) return null;
  const fenced = [
    fence.around('question', null, question),
    ...sources.map(({ text }, index) => fence.around('source', index + 1, text)),
    closing,
  ];
  return {
    fence,
    sources: sources.map(({ passage }) => passage),
    request: {
      prompt: SYNTHESIS_PROMPT_VERSION,
      system: SYNTHESIS_SYSTEM_PROMPT,
      messages: [{ role: 'user', text: fenced.join('\n\n') }],
      maxTokens: settings.maxTokens,
      temperature: settings.temperature,
      cacheableMessages: 0,
    },
  };
}

/** A passage says "the keeper"; title and headings say of what. */
function headed({ title, section }: Passage, text: string): string {
  const headings = [title, ...section].filter((heading) => heading !== '');
  return headings.length === 0 ? text : `${headings.join(' › ')}\n\n${text}`;
}
