import type { Passage, QueryType } from '@arbiter/contracts';
import type { GenerationRequest, IdGenerator, LanguageModel } from '@arbiter/ports';
import { fairShare, Fence, FENCED_TEXT_RULES, trimText } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';
import { DEFAULT_MAX_SENTENCES, type SynthesisTask } from '../synthesizer.js';

export interface GenerationSettings {
  /** Passages that the model is shown at most, best first (SYNTHESIS_MAX_SOURCES). */
  readonly maxSources: number;
  /** Tokens of the answer at most (SYNTHESIS_MAX_TOKENS). */
  readonly maxTokens: number;
  /** 0–1. */
  readonly temperature: number;
  /** Tokens of all sources together at most, by `estimateTokens`; the model's context may leave less. */
  readonly sourceTokens: number;
  /**
   * Longest wait for the first whole sentence, in milliseconds, where the deadline of the call leaves as much; past it
   * the answer is extracted.
   */
  readonly firstSentenceMs: number;
  /** The same for all further sentences; past it the answer ends where it is. */
  readonly furtherSentencesMs: number;
}

/**
 * The first three are the published ones (design document 003). Five passages of our chunker have about 1,500 tokens;
 * twice that leaves room for other chunkers. Both waits together stay below the deadline of a search, 10 s.
 */
export const DEFAULT_GENERATION_SETTINGS: GenerationSettings = {
  maxSources: 5,
  maxTokens: 500,
  temperature: 0.3,
  sourceTokens: 3_000,
  firstSentenceMs: 5_000,
  furtherSentencesMs: 3_500,
};

/** Increased with every change of the prompt below. */
export const SYNTHESIS_PROMPT_VERSION = 'synthesis-2';

/** What a model writes instead of an answer when the sources hold none. */
export const NOT_IN_SOURCES = 'NOT_IN_SOURCES';

/** The same for every request, so that vendors can cache it. */
const SYNTHESIS_SYSTEM_PROMPT = `You are a research assistant. You answer questions from numbered sources, for readers who check every sentence.

1. Write only what the sources say. Add nothing that you know from elsewhere, and draw no conclusion that they do not state.
2. End every sentence, and every item of a list, with the numbers of the sources that it rests on, each in its own brackets: [1] or [1][3]. Use only numbers that a source below has.
3. If the sources do not answer the question, write ${NOT_IN_SOURCES} and nothing else. If they answer a part of it, answer that part.
4. If sources contradict each other, say what each of them says.
5. Begin with the answer: no introduction, no headings, no closing remark. Write in the language of the question.

${FENCED_TEXT_RULES}`;

/** How an answer to each kind of question is laid out. */
const SHAPE_PROMPTS: Readonly<Record<QueryType, string>> = {
  simple_lookup: 'Answer in one or two sentences.',
  procedural: 'Give the steps in their order as a numbered list, one step a line; leave none out.',
  comparative:
    'Set the subjects side by side: one short paragraph for each, with the same points in the same order, then one sentence on how they differ.',
  multi_hop: 'State each fact that leads to the answer in a sentence of its own, then the answer.',
  list_building: 'Give a list, one item a line, each beginning with "- "; leave none out.',
};

/** Follows question and sources: a model obeys best the instructions that it reads last. */
function closingPrompt(fenceId: string, queryType: QueryType, maxSentences: number): string {
  return `The fence id of this request is ${fenceId}. Synthesize the sources into a coherent, accurate summary that \
directly answers the question, with inline citations [1], [2], etc. ${SHAPE_PROMPTS[queryType]} At most \
${maxSentences} sentences.`;
}

/** Stands before the closing prompt of a second try; the statements themselves are fenced: sources may have led to them. */
function correctionPrompt(hasUnsupported: boolean, hasMissing: boolean): string {
  const sentences = ['An earlier answer to this question was not good enough.'];
  if (hasUnsupported) {
    sentences.push(
      'The sources do not support the statements quoted as "unsupported" above: do not make them again. Use only what the sources state in so many words, and cite it.',
    );
  }
  if (hasMissing) {
    sentences.push('It said nothing about the words quoted as "missing" above: cover them if the sources do.');
  }
  return sentences.join(' ');
}

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
