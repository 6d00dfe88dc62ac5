const COMBINING_MARKS = /\p{M}+/gu;
const ASCII = /^[\p{ASCII}]*$/u;

/**
 * The form in which words are compared: compatibility decomposition (NFKD), combining marks dropped, lower case, the
 * typographic apostrophe as "'". "Café" and "cafe", "ﬁre" and "fire" become the same.
 */
export function normalizeTerm(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  // Twice, since lower-casing can bring out new compositions ("İ").
  return decompose(decompose(word).toLowerCase()).replaceAll('’', "'");
}

function decompose(word: string): string {
  return word.normalize('NFKD').replace(COMBINING_MARKS, '');
}
