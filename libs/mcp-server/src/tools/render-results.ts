import {
  namePages,
  pagesOfSpan,
  passageOf,
  quoted,
  shownLine,
  type SpanPages,
  type Answer,
  type Citation,
  type CitedPlace,
  type SearchResponse,
} from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Places } from '../library.js';
import { DOCUMENT_MIME_TYPE } from '../resources/list-resources.js';
import { textContent } from './mcp-tool.js';

/**
 * The answer with its sources below, or the refusal with the closest passages, and a link to each document that is quoted.
 */
export function renderAnswer(answer: Answer, places: Places): readonly ContentBlock[] {
  const { citations, closest = [] } = answer;
  const [heading, cited] = citations.length > 0 ? ['Sources', citations] : ['Closest passages', closest];
  const lines = cited.map((citation) => renderCitation(citation, places));
  const sources = cited.length > 0 ? [`${heading}:\n${lines.join('\n')}`] : [];
  const text = [answer.answer, ...sources, standingOf(answer)].join('\n\n');
  return [textContent(text), ...documentLinks(cited.flatMap(placesOf), places)];
}

function renderCitation(citation: Citation, places: Places): string {
  const where = placesOf(citation).map((place) => `${describePlace(place)}, ${places.uriOf(place)}`);
  const { marker, documentId, quote } = citation;
  const { url } = places.linkTo(documentId, citation);
  return `[${marker}] ${quoted(shownLine(quote))} (${where.join('; also in ')})${url === undefined ? '' : ` ${url}`}`;
}

/** The place of a citation, then the others that hold the same sentence. */
function placesOf(citation: Citation): CitedPlace[] {
  return [citation, ...(citation.alsoAt ?? [])];
}

/** How far the answer can be relied on, in a line. */
function standingOf({ status, confidence, degraded, notices = [] }: Answer): string {
  const checked =
    confidence === null
      ? 'Not checked against its sources.'
      : `Checked against its sources; confidence ${roundedDown(confidence)}.`;
  const standing = status === 'declined' ? 'Declined: the sources do not support an answer.' : checked;
  return [standing, ...couldNotBeUsed(degraded), ...notices].join(' ');
}

export function couldNotBeUsed(parts: readonly string[]): string[] {
  return parts.length > 0 ? [`Could not be used: ${parts.join(', ')}.`] : [];
}

/** Two decimals; "1.00" only of what is exactly 1. What floats lose (.29 × 100) is put back first. */
function roundedDown(confidence: number): string {
  return confidence < 1 ? (Math.min(99, Math.floor(confidence * 100 + 1e-9)) / 100).toFixed(2) : '1.00';
}

/** The passages in order of their rank, and a link to each document that they are from. */
export function renderSearch(
  { results, degraded = [], failed_knowledge_bases: failed = [], notices = [] }: SearchResponse,
  places: Places,
): readonly ContentBlock[] {
  const passages = results.map((result) => ({ rank: result.rank, ...passageOf(result) }));
  const sections = passages.map(
    (passage) =>
      `${passage.rank}. ${describePlace({ ...passage, ...pagesOfSpan(passage, passage) })} (${shownLine(passage.source)}, relevance ${passage.score.toFixed(2)})\n${passage.text}`,
  );
  if (sections.length === 0) sections.push('Nothing in the library is relevant enough.');
  sections.push(...couldNotBeUsed(degraded));
  if (failed.length > 0)
    sections.push(`Could not be searched: ${failed.map(({ name, code }) => `${name} (${code})`).join(', ')}.`);
  sections.push(...notices);
  return [textContent(sections.join('\n\n')), ...documentLinks(passages, places)];
}

/** Where a passage stands, for people: `The Ninth Bell › How the bell is rung › page 3`. */
export function describePlace({
  title,
  source,
  section,
  ...pages
}: SpanPages & Pick<CitedPlace, 'title' | 'source' | 'section'>): string {
  const document = title === '' ? source : title;
  // The first heading of a document is often its title.
  const headings = section[0] === document ? section.slice(1) : section;
  const shownPages = namePages(pages);
  // A title with a line of its own could forge the source below it.
  return [document, ...headings, ...(shownPages === null ? [] : [shownPages])].map(shownLine).join(' › ');
}

/** A link to each document, once, in order of appearance. */
export function documentLinks(
  documents: readonly Pick<CitedPlace, 'documentId' | 'collection' | 'source' | 'title'>[],
  places: Places,
): ContentBlock[] {
  const byId = new Map(documents.map((document) => [document.documentId, document]));
  return [...byId.values()].map((document) => ({
    type: 'resource_link',
    uri: places.uriOf(document),
    name: shownLine(document.source),
    mimeType: DOCUMENT_MIME_TYPE,
    ...(document.title !== '' && { title: shownLine(document.title) }),
  }));
}
