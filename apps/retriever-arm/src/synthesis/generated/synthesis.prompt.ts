import type { QueryType } from '@arbiter/contracts';
import { FENCED_TEXT_RULES } from '@arbiter/prompting';

/** Goes up with every change of a word below. */
export const SYNTHESIS_PROMPT_VERSION = 'synthesis-2';

/** What a model writes instead of an answer when the sources hold none. */
export const NOT_IN_SOURCES = 'NOT_IN_SOURCES';

/** The same for every request, so that vendors can cache it. */
export const SYNTHESIS_SYSTEM_PROMPT = `You are a research assistant. You answer questions from numbered sources, for readers who check every sentence.

1. Write only what the sources say. Add nothing that you know from elsewhere, and draw no conclusion that they do not state.
2. End every sentence, and every item of a list, with the numbers of the sources that it rests on, each in its own brackets: [1] or [1][3]. Use only numbers that a source below has.
3. If the sources do not answer the question, write ${NOT_IN_SOURCES} and nothing else. If they answer a part of it, answer that part.
4. If sources contradict each other, say what each of them says.
5. Begin with the answer: no introduction, no headings, no closing remark. Write in the language of the question.

${FENCED_TEXT_RULES}`;

/** How an answer to each kind of question is laid out. */
export const SHAPE_PROMPTS: Readonly<Record<QueryType, string>> = {
  simple_lookup: 'Answer in one or two sentences.',
  procedural: 'Give the steps in their order as a numbered list, one step a line; leave none out.',
  comparative:
    'Set the subjects side by side: one short paragraph for each, with the same points in the same order, then one sentence on how they differ.',
  multi_hop: 'State each fact that leads to the answer in a sentence of its own, then the answer.',
  list_building: 'Give a list, one item a line, each beginning with "- "; leave none out.',
};

/** Stands after question and sources: what is read last is obeyed best. */
export function closingPrompt(fenceId: string, queryType: QueryType, maxSentences: number): string {
  return `The fence id of this request is ${fenceId}. Synthesize the sources into a coherent, accurate summary that \
directly answers the question, with inline citations [1], [2], etc. ${SHAPE_PROMPTS[queryType]} At most \
${maxSentences} sentences.`;
}

/** Stands before the closing prompt of a second try; the statements themselves are fenced: sources may have led to them. */
export function correctionPrompt(hasUnsupported: boolean, hasMissing: boolean): string {
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
