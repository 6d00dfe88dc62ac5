import { shownLine, type Answer, type Citation } from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { formatDocumentUri } from '../resources/document-uri.js';
import { LibraryDomains } from '../resources/library.domains.js';
import { describePlace } from './describe-place.js';
import { documentLinks } from './document-links.js';
import { textContent, type ToolCall } from './mcp-tool.js';

/** The answer with its sources below, and a link to each document that it cites. */
export async function renderAnswer(answer: Answer, { caller, options }: ToolCall): Promise<readonly ContentBlock[]> {
  const { citations } = answer;
  const sections = [answer.answer];
  const links: ContentBlock[] = [];
  if (citations.length > 0) {
    const domains = await LibraryDomains.read(caller, options);
    sections.push(`Sources:\n${citations.map((citation) => renderCitation(citation, domains)).join('\n')}`);
    links.push(...documentLinks(citations, domains));
  }
  sections.push(standingOf(answer));
  return [textContent(sections.join('\n\n')), ...links];
}

function renderCitation(citation: Citation, domains: LibraryDomains): string {
  const { marker, quote, collection, source, documentId } = citation;
  const uri = formatDocumentUri({ domain: domains.domainOf(collection), path: source, id: documentId });
  return `[${marker}] "${shownLine(quote)}" (${describePlace(citation)}, ${uri})`;
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
