/** The closed classes of English, all lower case. A room that means a part of one says which, and why. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const FINITE_BE = setOf('am is are was were');
export const BE: ReadonlySet<string> = new Set([...FINITE_BE, ...setOf('be been being')]);
const FINITE_HAVE = setOf('have has had');
export const HAVE: ReadonlySet<string> = new Set([...FINITE_HAVE, 'having']);
export const DO = setOf('do does did');
export const MODALS = setOf('can cannot could may might must ought shall should will would');
/** The finite ones: what a question begins with that is answered by yes or no. */
export const AUXILIARIES: ReadonlySet<string> = new Set([...FINITE_BE, ...FINITE_HAVE, ...DO, ...MODALS]);
/** What stands before "n't": "isn't", "won't". */
const CONTRACTING = setOf('is are was were do does did ca can could should wo would must might need has have had');

export const ARTICLES = setOf('a an the');
export const DEMONSTRATIVES = setOf('this that these those');
export const POSSESSIVES = setOf('my your his her its our their');
export const DETERMINERS: ReadonlySet<string> = new Set([...ARTICLES, ...DEMONSTRATIVES, ...POSSESSIVES]);

/** Say how much or how many, or which of several. */
export const QUANTIFIERS = setOf('all another any both each every few many much no other same several some such');

export const SUBJECT_PRONOUNS = setOf('i you he she it we they');
const OBJECT_PRONOUNS = setOf('me you him her it us them');
/** Personal, possessive, reflexive and indefinite, with "here" and "there", which stand for places. */
export const PRONOUNS: ReadonlySet<string> = new Set([
  ...SUBJECT_PRONOUNS,
  ...OBJECT_PRONOUNS,
  ...setOf(`mine yours ours theirs myself yourself himself herself itself ourselves themselves one someone somebody
    something anyone anybody anything everyone everybody everything nobody nothing here there`),
]);
export const QUESTION_WORDS = setOf('who whom whose what which when where why how');
/** Open a clause that tells a thing apart. */
export const RELATIVES = setOf('that which who whom whose where');

export const PREPOSITIONS = setOf(`
  about above across after against along among around as at before behind below beneath beside between beyond by despite
  during except for from in inside into like near of off on onto outside over past per since than through throughout till to
  toward towards under until up upon via with within without`);
const COORDINATORS = setOf('and but nor or so yet');
/** Set one clause against another, each of which stands for itself. */
const CONTRASTING = setOf('whereas while');
const SUBORDINATORS = setOf('after although because before if since though unless until when whenever whether');
export const CONJUNCTIONS: ReadonlySet<string> = new Set([...COORDINATORS, ...CONTRASTING, ...SUBORDINATORS]);

export const NEGATIONS = setOf('cannot neither never no nobody none nor not nothing nowhere without');
/** By which a speaker does not vouch for what is said. */
export const HEDGES = setOf('apparently arguably maybe perhaps possibly presumably probably');

/** By their value: "zero" to "twenty". */
export const CARDINALS: readonly string[] = [
  ...setOf(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty`),
];

/**
 * A pattern for one word of some classes, as the source of a regular expression in lower case: "(?:am|is|are)". What may
 * stand beside the word is the caller's to say.
 */
export function anyOf(...classes: readonly Iterable<string>[]): string {
  return `(?:${[...new Set(classes.flatMap((words) => [...words]))].join('|')})`;
}

/** A pattern for auxiliaries with "n't", whichever apostrophe: "isn't", "won’t". */
export const CONTRACTED_NOT = String.raw`${anyOf(CONTRACTING)}n['’]t`;
