import type { QueryType, SynthesizeResponse } from '@arbiter/contracts';
import type { CandidateSentence } from './candidate-sentences.js';
import { citeSpan } from './cite-span.js';
import { readableSentence } from './readable-sentence.js';

/** `lines`: one item a line. `paragraphs`: one for each document. `prose`: one for all. */
export type AnswerLayout = 'lines' | 'paragraphs' | 'prose';

/** How an answer of each kind is laid out unless it is a list of a source. */
export const LAYOUTS: Readonly<Record<QueryType, AnswerLayout>> = {
  simple_lookup: 'prose',
  procedural: 'prose',
  comparative: 'paragraphs',
  multi_hop: 'prose',
  list_building: 'lines',
};

/**
 * Writes chosen sentences down as an answer: documents in the order in which their first sentence was chosen,
 * sentences of a document in its own order, each followed by its marker.
 *
 * @param chosen best first, no two overlapping in one document
 */
export function composeAnswer(chosen: readonly CandidateSentence[], layout: AnswerLayout): SynthesizeResponse {
  const ordered = inReadingOrder(chosen);
  const sentences: SynthesizeResponse['sentences'] = [];
  let text = '';
  ordered.forEach((sentence, index) => {
    text += separator(ordered[index - 1], sentence, layout);
    const start = text.length;
    text += `${readableSentence(sentence.text, layout === 'lines')} [${index + 1}]`;
    sentences.push({ start, end: text.length, markers: [index + 1] });
  });
  const citations = ordered.map((sentence, index) => citeSpan(sentence.passage, sentence, index + 1));
  return { text, citations, sentences, mode: 'extractive' };
}

function inReadingOrder(chosen: readonly CandidateSentence[]): CandidateSentence[] {
  const documents = [...new Set(chosen.map(({ passage }) => passage.documentId))];
  return documents.flatMap((documentId) =>
    chosen.filter(({ passage }) => passage.documentId === documentId).sort((a, b) => a.start - b.start),
  );
}

/** Steps bring their own numbers. */
const STEP = /^\(?\d+[.)]\s/;

function separator(before: CandidateSentence | undefined, sentence: CandidateSentence, layout: AnswerLayout): string {
  if (layout === 'lines') return `${before ? '\n' : ''}${STEP.test(sentence.text) ? '' : '- '}`;
  if (!before) return '';
  const sameDocument = before.passage.documentId === sentence.passage.documentId;
  return layout === 'paragraphs' && !sameDocument ? '\n\n' : ' ';
}
