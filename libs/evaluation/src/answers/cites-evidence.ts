import { normalizeTerm } from '@arbiter/text';

/** A span of a document, known by the words it holds. */
export interface Quotation {
  /** Path of the document. A path that ends in the other one, from a folder's name on, is the same document. */
  readonly document: string;
  readonly quote: string;
}

/**
 * Letters and digits in which the end of one quotation and the beginning of another must agree to be the same stretch of
 * the document: about four words, which two different stretches seldom share.
 */
const LEAST_OVERLAP = 16;

/**
 * Whether a citation overlaps a piece of evidence: both are of the same document, and one holds the other or begins with
 * what the other ends with. Compared are letters and digits only, so that markup, quotes and line breaks do not matter.
 */
export function citesEvidence(citation: Quotation, evidence: Quotation): boolean {
  if (!isSameDocument(citation.document, evidence.document)) return false;
  const cited = letters(citation.quote);
  const expected = letters(evidence.quote);
  if (cited === '' || expected === '') return false;
  if (holdsRow(cited, evidence.quote)) return true;
  return cited.includes(expected) || expected.includes(cited) || runsInto(cited, expected) || runsInto(expected, cited);
}

/** Whether a text holds a quotation, as {@link citesEvidence} compares: by letters and digits. */
export function holdsQuotation(text: string, quote: string): boolean {
  const expected = letters(quote);
  return expected !== '' && letters(text).includes(expected);
}

/** Whether the letters hold every cell of a quoted table row: a stored row carries the names of its columns between them. */
function holdsRow(cited: string, quote: string): boolean {
  const cells = quote
    .split('|')
    .map(letters)
    .filter((cell) => cell !== '');
  return quote.includes('|') && cells.length > 1 && cells.every((cell) => cited.includes(cell));
}

/** Whether two paths name one document of a pack: one ends in the other, from a folder's name on. */
export function isSameDocument(a: string, b: string): boolean {
  const [one, two] = [plainPath(a), plainPath(b)];
  return one === two || one.endsWith(`/${two}`) || two.endsWith(`/${one}`);
}

function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

/** Letters and digits without the targets of Markdown links, which parsing leaves out of the text. */
function letters(quote: string): string {
  return normalizeTerm(quote.replace(/\]\([^)]*\)/g, ']')).replace(/[^\p{L}\p{N}]+/gu, '');
}

function runsInto(first: string, second: string): boolean {
  for (let length = Math.min(first.length, second.length); length >= LEAST_OVERLAP; length--) {
    if (second.startsWith(first.slice(-length))) return true;
  }
  return false;
}
