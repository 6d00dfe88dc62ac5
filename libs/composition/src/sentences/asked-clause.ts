/** A number of several parts names a clause by itself: 3.2, 4.1.7. */
const NUMBER_OF_PARTS = /(?<![\p{L}\d.,])\d{1,3}(?:\.\d{1,3})+(?![\p{L}\d]|[.,]\d)/u;
/** A plain number does only after a word for such a part, in the languages that questions are read in. */
const NAMED_NUMBER =
  /(?:§|\b(?:clause|section|article|paragraph|rule|item|point|step|chapter|abschnitt|artikel|absatz|klausel|kapitel|punkt|regel|schritt|ziffer|étape|alinéa|règle|cláusula|artículo|sección|punto|paso|regla|articolo|sezione|clausola|artigo|seção|artikkel|статья|пункт|раздел))\s*(\d{1,3})(?![\p{L}\d]|[.,]\d)/iu;
/** The number that a sentence opens with; a plain one is followed by a sign, or stands after a word: "Article 4 …". */
const LABEL = /^\s*(?:§\s*|\p{L}{1,20}\s)?\(?(\d{1,3}(?:\.\d{1,3})+|\d{1,3}(?=[.):]))[.):]{0,2}(?=\s)/u;

/** How a sentence stands to the clause that a question asks for by its number. */
export type ClausePlace = 'asked' | 'other' | 'none';

/**
 * Finds the clause that a question names: "What does clause 3.2 say?".
 *
 * @returns where each sentence stands, in their order; null when the question names none, or none of the sentences is it
 */
export function askedClause(question: string, sentences: readonly string[]): readonly ClausePlace[] | null {
  const asked = NUMBER_OF_PARTS.exec(question)?.[0] ?? NAMED_NUMBER.exec(question)?.[1];
  if (asked === undefined) return null;
  const places = sentences.map((sentence) => placeOf(sentence, asked));
  return places.includes('asked') ? places : null;
}

function placeOf(sentence: string, asked: string): ClausePlace {
  const label = LABEL.exec(sentence)?.[1];
  if (label === undefined) return 'none';
  return label === asked || label.startsWith(`${asked}.`) ? 'asked' : 'other';
}
