/** Names as they are compared: without case, marks and punctuation. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A folded name and what it may be the plural of: "monoliths" → "monoliths", "monolith". */
export function singularForms(folded: string): string[] {
  if (folded.endsWith('ies')) return [folded, `${folded.slice(0, -3)}y`, folded.slice(0, -1)];
  if (/(?:s|x|z|ch|sh|o)es$/.test(folded)) return [folded, folded.slice(0, -2), folded.slice(0, -1)];
  return folded.endsWith('s') && !folded.endsWith('ss') ? [folded, folded.slice(0, -1)] : [folded];
}

/** The plural of a name that is a singular, its singular where it is a plural: "Monolith" ↔ "Monoliths". */
export function otherNumber(name: string): string {
  if (/[^s]s$/i.test(name)) return name.slice(0, -1);
  if (/(?:s|x|z|ch|sh)$/i.test(name)) return `${name}es`;
  return /[^aeiou]y$/i.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/**
 * The one of several that a name means: called so, else beginning so with the fewest words more, else holding its words; in the
 * plural, too. "Thorn Knight" means the Thorn Knights rather than the Fallen Thorn Knights.
 *
 * @returns undefined where none holds its words
 */
export function closestNamed<T>(
  items: readonly T[],
  name: string,
  namesOf: (item: T) => readonly string[],
): T | undefined {
  const forms = singularForms(foldName(name));
  let [closest, least]: [T | undefined, number] = [undefined, Infinity];
  for (const item of items) {
    for (const called of namesOf(item).map(foldName)) {
      for (const [at, form] of forms.entries()) {
        // Of two that are as close, the one that is called as it was said.
        const distance = distanceOf(called, form) + at / (forms.length + 1);
        if (distance < least) [closest, least] = [item, distance];
      }
    }
  }
  return closest;
}

/** Whether a name holds all words of another, in either number: "Terminator Squad" holds "terminators". */
export function holdsWords(called: string, name: string): boolean {
  const words = foldName(called).split(' ');
  return singularForms(foldName(name)).some((form) => isWithin(words, form));
}

/** More than any name has words. */
const NOT_AT_THE_BEGINNING = 100;

function distanceOf(called: string, wanted: string): number {
  if (wanted === '') return Infinity;
  if (called === wanted) return 0;
  const words = called.split(' ');
  if (!isWithin(words, wanted)) return Infinity;
  const extra = Math.max(1, words.length - wanted.split(' ').length + 1);
  return isSameWord(words[0] ?? '', wanted.split(' ')[0] ?? '') ? extra : NOT_AT_THE_BEGINNING + extra;
}

function isWithin(words: readonly string[], wanted: string): boolean {
  return wanted !== '' && wanted.split(' ').every((one) => words.some((word) => isSameWord(word, one)));
}

/** Not by its beginning: "light" is no Lightning Fighter. */
function isSameWord(word: string, other: string): boolean {
  return word === other || singularForms(word).includes(other) || singularForms(other).includes(word);
}
