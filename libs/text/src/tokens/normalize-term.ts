const COMBINING_MARKS = /\p{M}+/gu;
const ASCII_LOWER = /^[a-z0-9]*$/;

/**
 * The form in which words are compared: compatibility decomposition (NFKD), combining marks dropped, lower case, the
 * typographic apostrophe as "'". "Café" and "cafe", "ﬁre" and "fire" become the same.
 */
export function normalizeTerm(word: string): string {
  if (ASCII_LOWER.test(word)) return word;
  return word
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .replaceAll('’', "'");
}
