import { MAX_CONTEXT_TOKENS, type Passage } from '@arbiter/contracts';
import { CITING_TOKENS } from '@arbiter/adapter-kit/language-model';
import type { CitableDocument, GenerationRequest, IdGenerator, LanguageModel } from '@arbiter/ports';
import { DOCUMENT_RULES, Fence, FENCED_TEXT_RULES } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';
import type { Currency } from '../sentences/judge-sentences.js';
import type { SynthesisTask } from '../synthesizer.js';
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
 * Passages and temperature are the published ones (design document 003). Five passages of our chunker have about 1,500
 * tokens; twice that leaves room for other chunkers. The published 500 tokens of an answer cut lists of twenty items.
 */
export const DEFAULT_GENERATION_SETTINGS: GenerationSettings = {
  maxSources: 5,
  maxTokens: 1_000,
  temperature: 0.3,
  sourceTokens: 3_000,
  expansionTokens: 4_000,
};

/** Increased with every change of the prompt below. */
export const SYNTHESIS_PROMPT_VERSION = 'synthesis-5';
/** The same for its variant for vendors that bind citations. */
export const CITING_PROMPT_VERSION = 'synthesis-citing-1';

/** What a model writes instead of an answer when the sources hold none. */
export const NOT_IN_SOURCES = 'NOT_IN_SOURCES';

/** What differs where the vendor binds citations: the sources are documents, and no numbers are asked for. */
interface CitingWords {
  readonly version: string;
  readonly rule: string;
  readonly foreignTexts: string;
  readonly closing: string;
}

const BY_MARKERS: CitingWords = {
  version: SYNTHESIS_PROMPT_VERSION,
  rule: 'End every sentence, and every item of a list, with the numbers of the sources that it rests on, each in its own brackets: [1] or [1][3]. Use only numbers that a source below has.',
  foreignTexts: FENCED_TEXT_RULES,
  closing: 'Answer the question from the sources above, with the number of its source behind each sentence.',
};

const BY_VENDOR: CitingWords = {
  version: CITING_PROMPT_VERSION,
  rule: 'The sources are the documents of the request. Use citations in every sentence, and in every item of a list, for all that it says. Write no numbers of sources in the text.',
  foreignTexts: `${FENCED_TEXT_RULES}\n\n${DOCUMENT_RULES}`,
  closing: 'Answer the question from the documents above. Use citations to back up every sentence.',
};

/** The same for every request, so that vendors can cache it. */
const systemPrompt = ({
  rule,
  foreignTexts,
}: CitingWords): string => `You answer questions from numbered sources, for readers who check every sentence against them.

1. Write only what the sources say, and what follows from it: a difference, a sum, who is older, whether a rule applies to a case. Say what you conclude it from. Add nothing that you know from elsewhere.
2. ${rule}
3. If the sources do not answer the question, write ${NOT_IN_SOURCES} and nothing else. What is said of another thing, or of another attribute of this one, is no answer. If they answer a part of it, answer that part.
4. If sources contradict each other, say what each of them says.
5. Begin with the answer: no introduction, no headings, no closing remark. Write in the language of the question.
6. Be as short as the question allows: a sentence or two for a fact; a numbered list, one step a line, for how something is done; a list, one item a line, each beginning with "- ", where several things are asked for. Leave out no step and no item.

${foreignTexts}`;

/** Only where there is such a text. */
const STATE_PROMPT =
  'A text between state tags says what has changed since the source of that number was written. It holds, whatever the source says: do not offer what it says cannot be used.';
const KNOWN_PROMPT =
  'A text between known tags puts together what is known of one thing, and names the source of each sentence. Cite that source.';

/** Texts that a prompt may have beside its sources. */
interface TextsTold {
  readonly states: boolean;
  readonly known: boolean;
}

const ALL_TOLD: TextsTold = { states: true, known: true };

interface ClosingTerms {
  readonly words: CitingWords;
  readonly fenceId: string;
  readonly maxSentences: number | undefined;
}

/** Follows question and sources: a model obeys best the instructions that it reads last. */
function closingPrompt({ states, known }: TextsTold, { words, fenceId, maxSentences }: ClosingTerms): string {
  return [
    `The fence id of this request is ${fenceId}.`,
    ...(states ? [STATE_PROMPT] : []),
    ...(known ? [KNOWN_PROMPT] : []),
    words.closing,
    ...(maxSentences === undefined
      ? []
      : [`At most ${maxSentences} ${maxSentences === 1 ? 'sentence' : 'sentences'}.`]),
  ].join(' ');
}

/** Stands before the closing prompt of a second try; the statements themselves are fenced: sources may have led to them. */
const CORRECTION_PROMPT =
  'An earlier answer made the statements quoted as "unsupported" above, which the sources do not support. Do not make them again: use only what the sources state, and cite it.';

export interface SynthesisPrompt {
  readonly request: GenerationRequest;
  /** What follows question and sources in the request. */
  readonly closing: string;
  readonly fence: Fence;
  /** Source `[n]` of the prompt is `sources[n - 1]`: passages in rank order, then those of the expansions. */
  readonly sources: readonly Passage[];
  /** What the model is shown of the sources, in their order; none where they stand in the text. */
  readonly documents: readonly CitableDocument[];
  /** How things stand that the sources name, a sentence each. */
  readonly states: readonly string[];
}

export interface PromptPorts {
  readonly model: Pick<LanguageModel, 'contextTokens' | 'bindsCitations'>;
  readonly settings: GenerationSettings;
  readonly ids: IdGenerator;
  readonly statesOf: Currency['statesOf'];
}

/** Most of a model's context that is kept for the answer: a small one is there for the sources. */
const ANSWER_SHARE = 0.25;

/** How far a model reads that has found no answer in the best passages, as a multiple of them. */
const READ_ON = 2;

/**
 * The prompt for a question: as many of the best passages as the settings allow, trimmed around the question where they
 * are too long for the budget together, then as many of the expansions as fit. The whole stays within the published bound on
 * a context, `MAX_CONTEXT_TOKENS`.
 *
 * @param readsOn twice as many passages, for what the best ones do not answer
 * @returns null when not one passage fits
 */
export function buildSynthesisPrompt(task: SynthesisTask, ports: PromptPorts, readsOn = false): SynthesisPrompt | null {
  const { model, settings, ids, statesOf } = ports;
  const { query: question, maxSentences, expansions = [] } = task;
  const unsupported = task.correction?.unsupported ?? [];
  const best = distinctPassages(task.passages).slice(0, settings.maxSources * (readsOn ? READ_ON : 1));
  const passages = [...best, ...expansions.flatMap((expansion) => expansion.passages)];
  const fence = new Fence(ids, [
    question,
    ...unsupported,
    ...expansions.flatMap(({ name, text }) => [name, text]),
    ...passages.flatMap((passage) => [passage.text, passage.title, ...passage.section, ...statesOf(passage)]),
  ]);
  const asked = fence.around('question', null, question);
  const correction =
    unsupported.length > 0 ? [fence.around('unsupported', null, unsupported.join('\n')), CORRECTION_PROMPT] : [];
  const asDocuments = model.bindsCitations;
  const words = asDocuments ? BY_VENDOR : BY_MARKERS;
  const system = systemPrompt(words);
  const closing = (told: TextsTold): string =>
    [...correction, closingPrompt(told, { words, fenceId: fence.id, maxSentences })].join('\n\n');
  const fixed =
    estimateTokens(system) + estimateTokens(`${asked}\n\n${closing(ALL_TOLD)}`) + (asDocuments ? CITING_TOKENS : 0);
  const context = model.contextTokens ?? Infinity;
  const maxTokens = Math.min(settings.maxTokens, Math.floor(context * ANSWER_SHARE));
  const room = Math.min(MAX_CONTEXT_TOKENS, context - maxTokens) - fixed;
  const { sources, blocks, documents } = fitContext(
    { passages: best, expansions, question },
    { ...settings, sourceTokens: settings.sourceTokens * (readsOn ? READ_ON : 1), room, fence, statesOf, asDocuments },
  );
  if (sources.length === 0) return null;
  const states = [...new Set(sources.flatMap(statesOf))];
  const told = { states: states.length > 0, known: blocks.some((block) => block.startsWith(`<known-${fence.id}`)) };
  const last = closing(told);
  return {
    fence,
    closing: last,
    sources,
    documents,
    states,
    request: {
      prompt: words.version,
      system,
      messages: [
        {
          role: 'user',
          text: [asked, ...blocks, last].join('\n\n'),
          ...(documents.length > 0 && { documents }),
        },
      ],
      maxTokens,
      temperature: settings.temperature,
      cacheableMessages: 0,
    },
  };
}
