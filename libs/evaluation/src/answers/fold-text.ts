import { foldNumberWords, normalizeTerm } from '@arbiter/text';

const MARKER = /\s?\[\d{1,3}\]/g;

/**
 * The form in which answers are compared: lower case, accents dropped, white space and typographic quotes and dashes
 * made plain, number words in digits ("six" and "6", "1,250" and "1250" are the same), citation markers left out.
 */
export function foldText(text: string): string {
  const plain = normalizeTerm(text.replace(MARKER, ''))
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return foldNumberWords(plain).replace(/\s+/g, ' ').trim();
}

/** Whether one folded text holds another between word boundaries. "3" is not in "3.5", nor "lamp" in "lamplight". */
export function mentions(foldedText: string, foldedPhrase: string): boolean {
  if (foldedPhrase === '') return false;
  for (let at = foldedText.indexOf(foldedPhrase); at !== -1; at = foldedText.indexOf(foldedPhrase, at + 1)) {
    const before = foldedText.slice(Math.max(0, at - 2), at);
    const after = foldedText.slice(at + foldedPhrase.length, at + foldedPhrase.length + 2);
    if (!continuesBefore(before, foldedPhrase) && !continuesAfter(after, foldedPhrase)) return true;
  }
  return false;
}

function continuesBefore(before: string, phrase: string): boolean {
  if (/^[\p{L}\p{N}]/u.test(phrase) && /[\p{L}\p{N}]$/u.test(before)) return true;
  return /^\d/.test(phrase) && /\d[.,]$/.test(before);
}

function continuesAfter(after: string, phrase: string): boolean {
  if (/[\p{L}\p{N}]$/u.test(phrase) && /^[\p{L}\p{N}]/u.test(after)) return true;
  return /\d$/.test(phrase) && /^[.,]\d/.test(after);
}
