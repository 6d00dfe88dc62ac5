import { MAX_CONTEXT_TOKENS, type Passage, type QueryType } from '@arbiter/contracts';
import type { GenerationRequest, IdGenerator, LanguageModel } from '@arbiter/ports';
import { Fence, FENCED_TEXT_RULES } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';
import type { Currency } from '../sentences/judge-sentences.js';
import { DEFAULT_MAX_SENTENCES, type SynthesisTask } from '../synthesizer.js';
import { distinctPassages } from './distinct-passages.js';
import { fitContext } from './fit-context.js';

export interface GenerationSettings {
  /** Passages that the model is shown at most, best first (SYNTHESIS_MAX_SOURCES). */
  readonly maxSources: number;
  /** Tokens of the answer at most (SYNTHESIS_MAX_TOKENS). */
  readonly maxTokens: number;
  /** 0–1. */
  readonly temperature: number;
  /** Tokens of all sources together at most, by `estimateTokens`; the model's context may leave less. */
  readonly sourceTokens: number;
  /** Tokens of all expansions with their passages at most; the bound on the whole context may leave less. */
  readonly expansionTokens: number;
}

/**
 * The first three are the published ones (design document 003). Five passages of our chunker have about 1,500 tokens;
 * twice that leaves room for other chunkers.
 */
export const DEFAULT_GENERATION_SETTINGS: GenerationSettings = {
  maxSources: 5,
  maxTokens: 500,
  temperature: 0.3,
  sourceTokens: 3_000,
  expansionTokens: 4_000,
};

/** Increased with every change of the prompt below. */
export const SYNTHESIS_PROMPT_VERSION = 'synthesis-4';

/** What a model writes instead of an answer when the sources hold none. */
export const NOT_IN_SOURCES = 'NOT_IN_SOURCES';

/** The same for every request, so that vendors can cache it. */
const SYNTHESIS_SYSTEM_PROMPT = `You are a research assistant. You answer questions from numbered sources, for readers who check every sentence.

1. Write only what the sources say. Add nothing that you know from elsewhere, and draw no conclusion that they do not state.
2. End every sentence, and every item of a list, with the numbers of the sources that it rests on, each in its own brackets: [1] or [1][3]. Use only numbers that a source below has.
3. If the sources do not answer the question, write ${NOT_IN_SOURCES} and nothing else. If they answer a part of it, answer that part.
4. If sources contradict each other, say what each of them says.
5. Begin with the answer: no introduction, no headings, no closing remark. Write in the language of the question.
6. A text between state tags says what has changed since the source of that number was written. It holds, whatever the source says: do not offer what it says cannot be used.
7. A text between known tags puts together what is known of one thing, and names the source of each sentence. Cite that source.

${FENCED_TEXT_RULES}`;

/** How an answer to each kind of question is laid out. */
const SHAPE_PROMPTS: Readonly<Record<QueryType, string>> = {
  simple_lookup: 'Answer in one or two sentences.',
  procedural: 'Give the steps in their order as a numbered list, one step a line; leave none out.',
  comparative:
    'Begin with how the subjects differ, in one sentence; then one short paragraph for each, with the same points in the same order.',
  multi_hop: 'Begin with the answer; then state each fact that leads to it, in a sentence of its own.',
  list_building: 'Give a list, one item a line, each beginning with "- "; leave none out.',
};

/** Follows question and sources: a model obeys best the instructions that it reads last. */
function closingPrompt(fenceId: string, queryType: QueryType, maxSentences: number): string {
  // A lookup has its limit in its shape.
  const limit = queryType === 'simple_lookup' && maxSentences > 1 ? '' : ` At most ${maxSentences} sentences.`;
  return `The fence id of this request is ${fenceId}. Synthesize the sources into a coherent, accurate summary that \
directly answers the question, with inline citations [1], [2], etc. ${SHAPE_PROMPTS[queryType]}${limit}`;
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
  /** Source `[n]` of the prompt is `sources[n - 1]`: passages in rank order, then those of the expansions. */
  readonly sources: readonly Passage[];
  /** How things stand that the sources name, a sentence each. */
  readonly states: readonly string[];
}

export interface PromptPorts {
  readonly model: Pick<LanguageModel, 'contextTokens'>;
  readonly settings: GenerationSettings;
  readonly ids: IdGenerator;
  readonly statesOf: Currency['statesOf'];
}

/**
 * The prompt for a question: as many of the best passages as the settings allow, trimmed around the question where they
 * are too long for the budget together, then as many of the expansions as fit. The whole stays within the published bound on
 * a context, `MAX_CONTEXT_TOKENS`.
 *
 * @returns null when not one passage fits
 */
export function buildSynthesisPrompt(task: SynthesisTask, ports: PromptPorts): SynthesisPrompt | null {
  const { model, settings, ids, statesOf } = ports;
  const { query: question, queryType = 'simple_lookup', maxSentences = DEFAULT_MAX_SENTENCES } = task;
  const { unsupported = [], missing = [] } = task.correction ?? {};
  const { expansions = [] } = task;
  const best = distinctPassages(task.passages).slice(0, settings.maxSources);
  const passages = [...best, ...expansions.flatMap((expansion) => expansion.passages)];
  const fence = new Fence(ids, [
    question,
    ...unsupported,
    ...missing,
    ...expansions.flatMap(({ name, text }) => [name, text]),
    ...passages.flatMap((passage) => [passage.text, passage.title, ...passage.section, ...statesOf(passage)]),
  ]);
  const closing = [
    ...(unsupported.length > 0 ? [fence.around('unsupported', null, unsupported.join('\n'))] : []),
    ...(missing.length > 0 ? [fence.around('missing', null, missing.join(', '))] : []),
    ...(task.correction ? [correctionPrompt(unsupported.length > 0, missing.length > 0)] : []),
    closingPrompt(fence.id, queryType, maxSentences),
  ].join('\n\n');
  const asked = fence.around('question', null, question);
  const fixed = estimateTokens(SYNTHESIS_SYSTEM_PROMPT) + estimateTokens(`${asked}\n\n${closing}`);
  const room = Math.min(MAX_CONTEXT_TOKENS, (model.contextTokens ?? Infinity) - settings.maxTokens) - fixed;
  const { sources, blocks } = fitContext(
    { passages: best, expansions, question },
    { ...settings, room, fence, statesOf },
  );
  if (sources.length === 0) return null;
  return {
    fence,
    sources,
    states: [...new Set(sources.flatMap(statesOf))],
    request: {
      prompt: SYNTHESIS_PROMPT_VERSION,
      system: SYNTHESIS_SYSTEM_PROMPT,
      messages: [{ role: 'user', text: [asked, ...blocks, closing].join('\n\n') }],
      maxTokens: settings.maxTokens,
      temperature: settings.temperature,
      cacheableMessages: 0,
    },
  };
}
