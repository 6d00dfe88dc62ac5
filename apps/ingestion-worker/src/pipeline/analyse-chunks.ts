import { ArbiterError } from '@arbiter/contracts';
import type { AnalysedChunk, DocumentChunks } from '@arbiter/ports';
import { ANALYSER_NAMES, analyserNamed, documentTerms } from '@arbiter/text';

/**
 * The chunks with their index terms.
 *
 * @param analyser the name that the collection's manifest records
 * @throws ArbiterError CONFLICT for an analyser that this version does not have
 */
export function analyseChunks(documents: readonly DocumentChunks[], analyser: string): DocumentChunks<AnalysedChunk>[] {
  const known = ANALYSER_NAMES.find((name) => name === analyser);
  if (!known) throw new ArbiterError('CONFLICT', `This version has no analyser "${analyser}".`);
  const chosen = analyserNamed(known);
  return documents.map(({ documentId, chunks }) => {
    const terms = documentTerms(chunks, chosen);
    return { documentId, chunks: chunks.map((chunk, index) => ({ ...chunk, terms: terms[index] ?? [] })) };
  });
}
