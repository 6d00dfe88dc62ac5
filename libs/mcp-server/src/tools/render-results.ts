import {
  documentUrl,
  namePages,
  pagesOfSpan,
  passageOf,
  shownLine,
  type SpanPages,
  type Answer,
  type Citation,
  type CitedPlace,
  type SearchResponse,
} from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { DOCUMENT_MIME_TYPE } from '../resources/list-resources.js';
import { formatDocumentUri, type LibraryDomains } from '../resources/resource-uris.js';
import { textContent } from './mcp-tool.js';
import type { Linking } from './slim-answer.js';

/**
 * The answer with its sources below, or the refusal with the closest passages, and a link to each document that is quoted.
 */
export function renderAnswer(answer: Answer, { domains, publicUrl }: Linking): readonly ContentBlock[] {
  const { citations, closest = [] } = answer;
  const sections = [answer.answer];
  const links: ContentBlock[] = [];
  const [heading, quoted] = citations.length > 0 ? ['Sources', citations] : ['Closest passages', closest];
  if (quoted.length > 0) {
    const lines = quoted.map((citation) => renderCitation(citation, { domains, publicUrl }));
    sections.push(`${heading}:\n${lines.join('\n')}`);
    links.push(...documentLinks(quoted.flatMap(placesOf), domains));
  }
  sections.push(standingOf(answer));
  return [textContent(sections.join('\n\n')), ...links];
}

function renderCitation(citation: Citation, { domains, publicUrl }: Linking): string {
  const places = placesOf(citation).map((place) => {
    const { collection, source, documentId } = place;
    const uri = formatDocumentUri({ domain: domains.domainOf(collection), path: source, id: documentId });
    return `${describePlace(place)}, ${uri}`;
  });
  const { marker, documentId, quote } = citation;
  const link = publicUrl === undefined ? '' : ` ${documentUrl(publicUrl, documentId, citation)}`;
  return `[${marker}] "${shownLine(quote)}" (${places.join('; also in ')})${link}`;
}

/** The place of a citation, then the others that hold the same sentence. */
function placesOf(citation: Citation): CitedPlace[] {
  return [citation, ...(citation.alsoAt ?? [])];
}

/** How far the answer can be relied on, in a line. */
function standingOf({ status, confidence, degraded, notices = [] }: Answer): string {
  const parts = [
    status === 'declined' ? 'Declined: the sources do not support an answer.' : null,
    status === 'answered' && confidence === null ? 'Not checked against its sources.' : null,
    status === 'answered' && confidence !== null
      ? `Checked against its sources; confidence ${roundedDown(confidence)}.`
      : null,
    degraded.length > 0 ? `Could not be used: ${degraded.join(', ')}.` : null,
    ...notices,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

/** Two decimals; "1.00" only of what is exactly 1. What floats lose (.29 × 100) is put back first. */
function roundedDown(confidence: number): string {
  return confidence < 1 ? (Math.min(99, Math.floor(confidence * 100 + 1e-9)) / 100).toFixed(2) : '1.00';
}

/** The passages in order of their rank, and a link to each document that they are from. */
export function renderSearch(
  { results, degraded = [], failed_knowledge_bases: failed = [], notices = [] }: SearchResponse,
  domains: LibraryDomains,
): readonly ContentBlock[] {
  const passages = results.map((result) => ({ rank: result.rank, ...passageOf(result) }));
  const sections = passages.map(
    (passage) =>
      `${passage.rank}. ${describePlace({ ...passage, ...pagesOfSpan(passage, passage) })} (${shownLine(passage.source)}, relevance ${passage.score.toFixed(2)})\n${passage.text}`,
  );
  if (sections.length === 0) sections.push('Nothing in the library is relevant enough.');
  if (degraded.length > 0) sections.push(`Could not be used: ${degraded.join(', ')}.`);
  if (failed.length > 0)
    sections.push(`Could not be searched: ${failed.map(({ name, code }) => `${name} (${code})`).join(', ')}.`);
  sections.push(...notices);
  return [textContent(sections.join('\n\n')), ...documentLinks(passages, domains)];
}

export interface Place extends SpanPages {
  readonly title: string;
  readonly source: string;
  /** Headings from the outermost to the innermost. */
  readonly section: readonly string[];
}

/** Where a passage stands, for people: `The Ninth Bell › How the bell is rung › page 3`. */
export function describePlace({ title, source, section, ...pages }: Place): string {
  const document = title === '' ? source : title;
  // The first heading of a document is often its title.
  const headings = section[0] === document ? section.slice(1) : section;
  const shownPages = namePages(pages);
  // A title with a line of its own could forge the source below it.
  return [document, ...headings, ...(shownPages === null ? [] : [shownPages])].map(shownLine).join(' › ');
}

export interface LinkedDocument {
  readonly documentId: string;
  readonly collection: string;
  readonly source: string;
  readonly title: string;
}

/** A link to each document, once, in order of appearance. */
export function documentLinks(documents: readonly LinkedDocument[], domains: LibraryDomains): ContentBlock[] {
  const byId = new Map(documents.map((document) => [document.documentId, document]));
  return [...byId.values()].map(({ documentId, collection, source, title }) => ({
    type: 'resource_link',
    uri: formatDocumentUri({ domain: domains.domainOf(collection), path: source, id: documentId }),
    name: shownLine(source),
    mimeType: DOCUMENT_MIME_TYPE,
    ...(title !== '' && { title: shownLine(title) }),
  }));
}
