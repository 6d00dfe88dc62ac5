import type { Citation, QueryType, SynthesizeResponse } from '@arbiter/contracts';
import type { CandidateSentence } from './candidate-sentences.js';

/**
 * Writes chosen sentences down as an answer: documents in the order in which their first sentence was chosen,
 * sentences of a document in its own order, each followed by its marker.
 *
 * @param chosen best first, no two overlapping in one document
 */
export function renderAnswer(chosen: readonly CandidateSentence[], queryType: QueryType): SynthesizeResponse {
  const ordered = inReadingOrder(chosen);
  const citations = ordered.map(citationOf);
  const sentences: SynthesizeResponse['sentences'] = [];
  let text = '';
  ordered.forEach((sentence, index) => {
    text += separator(ordered[index - 1], sentence, queryType);
    const start = text.length;
    text += `${inOneLine(sentence.text)} [${index + 1}]`;
    sentences.push({ start, end: text.length, markers: [index + 1] });
  });
  return { text, citations, sentences, mode: 'extractive' };
}

function inReadingOrder(chosen: readonly CandidateSentence[]): CandidateSentence[] {
  const documents = [...new Set(chosen.map(({ passage }) => passage.documentId))];
  return documents.flatMap((documentId) =>
    chosen.filter(({ passage }) => passage.documentId === documentId).sort((a, b) => a.start - b.start),
  );
}

const STEP = /^\d+[.)]\s/;

function separator(before: CandidateSentence | undefined, sentence: CandidateSentence, queryType: QueryType): string {
  // Steps bring their own numbers.
  if (STEP.test(sentence.text) && queryType !== 'simple_lookup') return before ? '\n' : '';
  if (queryType === 'list_building') return before ? '\n- ' : '- ';
  if (!before) return '';
  const sameDocument = before.passage.documentId === sentence.passage.documentId;
  return queryType === 'comparative' && !sameDocument ? '\n\n' : ' ';
}

/** Stored text may break lines inside a sentence; an answer does not. The citation keeps the stored form. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function citationOf({ passage, text, start, end }: CandidateSentence, index: number): Citation {
  return {
    marker: index + 1,
    collection: passage.collection,
    documentId: passage.documentId,
    chunkId: passage.chunkId,
    start,
    end,
    quote: text,
    title: passage.title,
    source: passage.source,
    section: passage.section,
    page: passage.page,
    score: passage.score,
  };
}
