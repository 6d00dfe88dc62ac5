import type { AnalysedChunk, Chunk, DocumentChunks, EmbeddedChunk, WeightedTerm } from '../../chunk-index.js';

/** Words without a topic; enough for tests. */
const STOP_WORDS = new Set(
  'a an and are as at be by did do does for from how in is it its not of on or that the this to was what when where which who why with'.split(
    ' ',
  ),
);

/** A chunk for tests: the first of document `<document>`, with the given fields instead of the defaults. */
export function chunkOf(fields: Partial<Chunk> & Pick<Chunk, 'id' | 'text'>): Chunk {
  return {
    documentId: fields.id.split('#')[0] ?? fields.id,
    ordinal: 0,
    start: 0,
    end: fields.text.length,
    title: '',
    source: 'notes.md',
    section: [],
    page: null,
    metadata: {},
    ...fields,
  };
}

/** @param vector of any length except zero; it is scaled to 1 */
export function embeddedChunkOf(
  fields: Partial<Chunk> & Pick<Chunk, 'id' | 'text'>,
  vector: readonly number[],
): EmbeddedChunk {
  return { ...chunkOf(fields), vector: unitVector(vector) };
}

/** A chunk with the terms of its title, headings and text. */
export function analysedChunkOf(fields: Partial<Chunk> & Pick<Chunk, 'id' | 'text'>): AnalysedChunk {
  const chunk = chunkOf(fields);
  return { ...chunk, terms: [chunk.title, ...chunk.section, chunk.text].flatMap(analyseEnglish) };
}

/** A query for the terms of a text, each of weight 1. */
export function keywordQueryOf(text: string): WeightedTerm[] {
  return [...new Set(analyseEnglish(text))].map((term) => ({ term, weight: 1 }));
}

/** Scales to length 1. */
export function unitVector(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

/** Groups chunks by their document, in order of first appearance. */
export function documentsOf<C extends Chunk>(...chunks: readonly C[]): DocumentChunks<C>[] {
  const byDocument = new Map<string, C[]>();
  for (const chunk of chunks) {
    const known = byDocument.get(chunk.documentId);
    if (known) known.push(chunk);
    else byDocument.set(chunk.documentId, [chunk]);
  }
  return [...byDocument].map(([documentId, own]) => ({ documentId, chunks: own }));
}

/** Tokens of letters and digits, lower case, without accents, stop words or the most common English endings. */
function analyseEnglish(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word)).map(stem);
}

/** burns, burned, burning -> burn; harbours -> harbour. Short words keep their ending: bus, red, ring. */
function stem(word: string): string {
  const root = word.replace(/(?:ing|ed|es|s)$/, '');
  return root.length >= 4 ? root : word;
}
