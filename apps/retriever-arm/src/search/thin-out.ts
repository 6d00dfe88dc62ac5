import type { SearchRequest } from '@arbiter/contracts';
import { collapseByDocument, dropNearDuplicates } from '@arbiter/fusion';
import { passageTerms } from '@arbiter/text';
import type { RerankedCandidate } from '../rerank/rerank.stage.js';
import type { Read } from './passage-reader.js';

export type ThinningRequest = Pick<SearchRequest, 'max_per_document' | 'drop_near_duplicates'>;

/** Leaves out what repeats a better passage, as far as the request asks for that; the order stays. */
export function thinOut(
  ranked: readonly Read<RerankedCandidate>[],
  { max_per_document, drop_near_duplicates }: ThinningRequest,
): readonly Read<RerankedCandidate>[] {
  const distinct = drop_near_duplicates === true ? withoutNearDuplicates(ranked) : ranked;
  return max_per_document === undefined ? distinct : fewOfEachDocument(distinct, max_per_document);
}

function withoutNearDuplicates(ranked: readonly Read<RerankedCandidate>[]): Read<RerankedCandidate>[] {
  const passages = ranked.map((candidate) => ({
    id: candidate.id,
    terms: passageTerms({ ...candidate.chunk, title: '', section: [] }, candidate.target.analyser),
    candidate,
  }));
  return dropNearDuplicates(passages).kept.map(({ candidate }) => candidate);
}

function fewOfEachDocument(ranked: readonly Read<RerankedCandidate>[], most: number): Read<RerankedCandidate>[] {
  const chunks = ranked.map((candidate) => ({
    id: candidate.id,
    documentId: candidate.chunk.documentId,
    candidate,
  }));
  return collapseByDocument(chunks, most).kept.map(({ candidate }) => candidate);
}
