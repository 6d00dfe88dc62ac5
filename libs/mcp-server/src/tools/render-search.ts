import { passageOf, shownLine, type SearchResponse } from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { LibraryDomains } from '../resources/library.domains.js';
import { describePlace } from './describe-place.js';
import { documentLinks } from './document-links.js';
import { textContent, type ToolCall } from './mcp-tool.js';

/** The passages in order of their rank, and a link to each document that they are from. */
export async function renderSearch(
  { results, degraded = [], failed_knowledge_bases: failed = [], notices = [] }: SearchResponse,
  { caller, options }: ToolCall,
): Promise<readonly ContentBlock[]> {
  const passages = results.map((result) => ({ rank: result.rank, ...passageOf(result) }));
  const sections = passages.map(
    (passage) =>
      `${passage.rank}. ${describePlace(passage)} (${shownLine(passage.source)}, relevance ${passage.score.toFixed(2)})\n${passage.text}`,
  );
  if (sections.length === 0) sections.push('Nothing in the library is relevant enough.');
  if (degraded.length > 0) sections.push(`Could not be used: ${degraded.join(', ')}.`);
  if (failed.length > 0)
    sections.push(`Could not be searched: ${failed.map(({ name, code }) => `${name} (${code})`).join(', ')}.`);
  sections.push(...notices);
  const text = textContent(sections.join('\n\n'));
  if (passages.length === 0) return [text];
  return [text, ...documentLinks(passages, await LibraryDomains.read(caller, options))];
}
