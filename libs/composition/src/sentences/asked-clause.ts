/** A number of several parts names a clause by itself: 3.2, 4.1.7. */
const NUMBER_OF_PARTS = /(?<![\p{L}\d.,])\d{1,3}(?:\.\d{1,3})+(?![\p{L}\d]|[.,]\d)/u;
const CLAUSE_WORDS =
  'clause|section|article|paragraph|rule|item|point|step|chapter|abschnitt|artikel|absatz|klausel|kapitel|punkt|regel|schritt|' +
  'ziffer|étape|alinéa|règle|cláusula|artículo|sección|punto|paso|regla|articolo|sezione|clausola|artigo|seção|artikkel|' +
  'статья|статьи|статье|пункт|пункта|пункте|раздел|раздела|разделе';
const CLAUSE_WORD = new RegExp(`^(?:${CLAUSE_WORDS})$`, 'iu');
/** A plain number does only after a word for such a part, in the languages that questions are read in. */
const NAMED_NUMBER = new RegExp(String.raw`(?:§|(?<!\p{L})(?:${CLAUSE_WORDS}))\s*(\d{1,3})(?![\p{L}\d]|[.,]\d)`, 'iu');
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

/** Words that ask what a text says, and for no more than that. */
const ASKS_WHAT_IT_SAYS: ReadonlySet<string> = new Set(
  (
    'what which does do did is are was the a an in of under by at to say says said state states stated provide provides read reads ' +
    'written stand stands stipulate stipulates mean means tell me please about regarding text wording ' +
    'steht stehen sagt regelt besagt lautet bestimmt wie der die das dem den im unter von nach über bitte ' +
    'que quoi dit prévoit stipule est ce qu dans le la les l du de des selon ' +
    'qué dice establece el en los las del sobre según cosa che prevede stabilisce il nel nella della secondo ' +
    'o diz estabelece no na hva sier hvad siger vad säger wat staat zegt что говорит сказано в гласит'
  ).split(' '),
);

/**
 * What a question asks of the clause that it names, beside what it says: "about the deposit" of "What does clause 3.2 say
 * about the deposit?".
 *
 * @returns the words, in their order; null when the question names no clause
 */
export function askedOfClause(question: string): readonly string[] | null {
  const named = NAMED_NUMBER.exec(question)?.[0];
  const number = NUMBER_OF_PARTS.exec(question)?.[0];
  const clause = number ?? named;
  if (clause === undefined) return null;
  return question
    .replace(clause, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !ASKS_WHAT_IT_SAYS.has(word) && !CLAUSE_WORD.test(word));
}

function placeOf(sentence: string, asked: string): ClausePlace {
  const label = LABEL.exec(sentence)?.[1];
  if (label === undefined) return 'none';
  return label === asked || label.startsWith(`${asked}.`) ? 'asked' : 'other';
}
