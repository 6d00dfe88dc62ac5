import type { AnalysedChunk, DocumentChunks, EmbeddedChunk } from '@arbiter/ports';

/** A chunk with its unit vector and its terms, without the test framework that `@arbiter/ports/testing` needs. */
export function embeddedChunk(
  documentId: string,
  i: number,
  text: string,
  ordinal: number,
): EmbeddedChunk & AnalysedChunk {
  const angle = (i + ordinal) / 100;
  return {
    id: `${documentId}#${i}`,
    documentId,
    ordinal,
    text,
    start: 0,
    end: text.length,
    title: '',
    source: 'notes.md',
    section: [],
    page: null,
    metadata: {},
    vector: Float32Array.of(Math.cos(angle), Math.sin(angle), 0),
    terms: text.split(' '),
  };
}

/** Chunks per document: another number with each version, so that leftovers of one would show in the next. */
export function chunksOfVersion(version: number): number {
  return 3 + (version % 4);
}

/** Five documents whose every chunk says the version in its text, and which share some chunk ids between versions. */
export function versionedDocuments(version: number): DocumentChunks<EmbeddedChunk & AnalysedChunk>[] {
  return ['d0', 'd1', 'd2', 'd3', 'd4'].map((documentId) => ({
    documentId,
    chunks: Array.from({ length: chunksOfVersion(version) }, (_, i) =>
      embeddedChunk(documentId, i + (version % 2), `beacon version ${version}`, version),
    ),
  }));
}
