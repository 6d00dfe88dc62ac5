import type { CitedSpan, ClaimCitation } from '@arbiter/contracts';

/** Claims are shortened to so many characters: the list is to be looked over. */
const LONGEST_CLAIM = 200;

/**
 * What claims rest on, one line each, for people: `- "claim" — Title (p. 12, § Weapons)`. What is not known of a place
 * is left out; a source without a title goes by its address, else by the id of its document.
 */
export function formatCitations(citations: readonly ClaimCitation[]): string {
  return citations.map(formatCitation).join('\n');
}

function formatCitation({ claim, spans = [] }: ClaimCitation): string {
  const places = [...new Set(spans.map(placeOf))];
  return `- "${oneLine(claim)}" — ${places.length === 0 ? 'no source' : places.join('; ')}`;
}

function placeOf({ title, page, section, url, document }: CitedSpan): string {
  const name = [title, url, document].map((part) => oneLine(part ?? '')).find((part) => part !== '');
  const details = [
    ...(page === undefined ? [] : [`p. ${page}`]),
    ...(section === undefined || section.trim() === '' ? [] : [`§ ${oneLine(section)}`]),
  ];
  return `${name ?? 'a source without a name'}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('"', "'").trim();
  return line.length <= LONGEST_CLAIM ? line : `${line.slice(0, LONGEST_CLAIM - 1).trimEnd()}…`;
}
