import { pagesWithin, placeIn, PAGE_BREAKS, type Citation, type Passage, type Source } from '@arbiter/contracts';

/** Authority of each source type, 0–1, by the type in lower case. */
export type SourceAuthorities = ReadonlyMap<string, number>;

/**
 * A passage in the validator's form, with the metadata of its document that shows how good a source it is. If the
 * document gives no authority of its own, the authority that the domain gives its type counts.
 */
export function sourceOf(passage: Passage, authorities: SourceAuthorities): Source {
  const { chunkId, documentId, text, title, section, score } = passage;
  // The validator counts from the beginning of the content.
  const { page, metadata } = pagesWithin(passage, passage, passage.start);
  const {
    [PAGE_BREAKS]: pageBreaks,
    aliases,
    type,
    date,
    session,
    authority = authorityOf(type, authorities),
  } = metadata;
  return {
    id: chunkId,
    document: documentId,
    chunkId,
    content: text,
    metadata: {
      title,
      section: section.join(' › '),
      ...(page !== null && { page }),
      ...(pageBreaks !== undefined && { [PAGE_BREAKS]: pageBreaks }),
      ...(Array.isArray(aliases) && { aliases }),
      ...(typeof type === 'string' && { type }),
      ...((typeof date === 'string' || typeof date === 'number') && { date }),
      ...(typeof authority === 'number' && { authority }),
      ...(typeof session === 'number' && { session }),
    },
    score,
  };
}

function authorityOf(type: unknown, authorities: SourceAuthorities): number | undefined {
  return typeof type === 'string' ? authorities.get(type.toLowerCase()) : undefined;
}

/** A passage as an answer cites it: all of it is the quote. */
export function citationOf(passage: Passage, marker: number): Citation {
  return { marker, ...placeIn(passage, passage), quote: passage.text, score: passage.score };
}
