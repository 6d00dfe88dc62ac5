/** Words that carry no topic; enough for tests. */
const STOP_WORDS = new Set(
  'a an and are as at be by did do does for from how in is it its not of on or that the this to was what when where which who why with'.split(
    ' ',
  ),
);

/** Tokens of letters and digits, lower case, without accents, stop words or the commonest English endings. */
export function analyseEnglish(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word)).map(stem);
}

/** burns, burned, burning -> burn; harbours -> harbour. Short words keep their ending: bus, red, ring. */
function stem(word: string): string {
  const root = word.replace(/(?:ing|ed|es|s)$/, '');
  return root.length >= 4 ? root : word;
}
