import { estimateRequestTokens } from '@arbiter/adapter-kit/language-model';
import { MAX_READ_SENTENCES } from '@arbiter/contracts';
import type { GenerationRequest, LanguageModel, PageReading } from '@arbiter/ports';
import { Fence, FENCED_TEXT_RULES, type FenceIds, PICTURE_RULES, trimText } from '@arbiter/prompting';
import { isInjected } from '@arbiter/text';
import { readable } from '../synthesis/generated/fit-context.js';

/** Increased with every change of the prompt below. */
export const VISION_PROMPT_VERSION = 'vision-1';

/** The same for every request, so that vendors can cache it. */
const SYSTEM = `You read the picture of one page of a document for a question, for readers who check every sentence against the page.

1. Write only what the picture shows that helps to answer the question: labels and values, what stands beside what, what is connected with what, which way something goes. Add nothing that you know from elsewhere.
2. Write short, plain sentences, one statement each. Each stands on its own: it calls its subject by the words on the page, never "it" or "this", and does not speak of the picture or the page.
3. Give names, labels and numbers as they are printed. Write "about" before a value that you estimate, such as the height of a bar.
4. Leave out what is not there and what you cannot read. Do not say that it is missing.
5. Write in the language of the question.

${FENCED_TEXT_RULES}

${PICTURE_RULES}`;

/** Models of one's own may not keep to it, and answer in prose. */
const OUTPUT = {
  name: 'reading',
  schema: {
    type: 'object',
    properties: { sentences: { type: 'array', items: { type: 'string' } } },
    required: ['sentences'],
    additionalProperties: false,
  },
};

/** Of the answer: twelve sentences have a third of it. */
const MAX_TOKENS = 1_500;
/** Of the words that are known to stand on the page. */
const WORDS_TOKENS = 2_000;

export interface VisionPrompt {
  readonly request: GenerationRequest;
  readonly fence: Fence;
  /** The words of our own, by which a repetition is known. */
  readonly instructions: readonly string[];
}

export function buildVisionPrompt(
  { question, title, page, picture, words }: PageReading,
  { model, ids }: { readonly model: Pick<LanguageModel, 'name' | 'contextTokens'>; readonly ids: FenceIds },
): VisionPrompt {
  const fence = new Fence(ids, [question, title, words]);
  const closing = `The fence id of this request is ${fence.id}. Say what the picture shows on the question above, in at most ${MAX_READ_SENTENCES} sentences, the most important first: as a list, which is empty where the picture shows nothing on it.`;
  const requestWith = (known: string): GenerationRequest => ({
    prompt: VISION_PROMPT_VERSION,
    system: SYSTEM,
    messages: [
      {
        role: 'user',
        pictures: [{ mediaType: 'image/jpeg', data: picture }],
        text: [
          fence.around('question', null, question),
          fence.around('page', page, isInjected(title) ? '' : title),
          ...(known === '' ? [] : [fence.around('words', null, known)]),
          closing,
        ].join('\n\n'),
      },
    ],
    maxTokens: MAX_TOKENS,
    temperature: 0,
    output: OUTPUT,
  });
  const context = model.contextTokens ?? Infinity;
  const fixed = estimateRequestTokens(requestWith('…'), model.name).tokens + MAX_TOKENS;
  const known = trimText(readable(words).trim(), question, Math.max(0, Math.min(WORDS_TOKENS, context - fixed)));
  return { request: requestWith(known), fence, instructions: [SYSTEM, closing] };
}
