/** Forms that can stand for the verb of a clause, by class; two clauses of one subject mostly share it. */
export type VerbClass = 'auxiliary' | 'present' | 'past';

const AUXILIARIES: ReadonlySet<string> = new Set(
  `is are was were has have had does do did can could will would shall should may might must isn't aren't wasn't weren't
   hasn't haven't hadn't doesn't don't didn't can't cannot couldn't won't wouldn't shouldn't`.split(/\s+/),
);
/** Verbs of which the form in -s is not also a common plural. */
const REGULAR =
  `allow appear become begin belong bring build burn buy carry choose close come contain cost cover create cross destroy
   die earn eat employ enter exist face fall fear feed find flow follow forbid form gain get give go govern grow guard
   hang happen hate hear hold hunt include join keep kill know lead learn leave lend lie live lose love make mean meet
   need obey occur offer open own pay prefer prevent produce protect provide pull raise reach read receive remain
   remember remove replace require run sail say seem sell send serve shine sing sink sit sleep speak spend stand start
   stay swim take teach tell throw treat trust weigh win wear write yield`.split(/\s+/);
const IRREGULAR_PAST: ReadonlySet<string> = new Set(
  `became began bought brought built burnt came chose ate fell fed found forbade forgot gave went grew hung heard held
   kept knew led left lent lay lost made meant met paid ran read rose said sang sank sat saw sold sent shone slept spoke
   spent stood swam took taught told threw won wore wrote cost broke drove flew hid rode swore tore woke`.split(/\s+/),
);
const PRESENT: ReadonlySet<string> = new Set(REGULAR.map(thirdPerson));

/** End in -ed and are no verbs. */
const NO_PAST: ReadonlySet<string> = new Set(
  'hundred speed breed greed indeed sacred naked wicked kindred steed'.split(' '),
);
/** What follows a regular past where it is a verb: "painted the wall", not "painted walls". */
const FOLLOWS_VERB: ReadonlySet<string> = new Set(
  `a an the its his her their this that these those it him them in on at by to from of with for as into onto over under
   until about after before during through against between near again once twice not never only all each every`.split(
    /\s+/,
  ),
);

/**
 * @param word as it stands in a sentence, not at its head
 * @param next the word after it; absent at the end
 * @returns the class of a form that is a finite verb almost wherever it stands; null for all others, of which some are
 *   verbs too: a clause that is not recognised stays whole, which is checked all the same
 */
export function verbClassOf(word: string, next?: string): VerbClass | null {
  if (AUXILIARIES.has(word)) return 'auxiliary';
  if (PRESENT.has(word)) return 'present';
  if (IRREGULAR_PAST.has(word)) return 'past';
  if (!/^\p{Ll}{3,}ed$/u.test(word) || NO_PAST.has(word)) return null;
  return next === undefined || FOLLOWS_VERB.has(next) || /^[\p{Lu}\p{N}]|ly$/u.test(next) ? 'past' : null;
}

function thirdPerson(stem: string): string {
  if (/(?:[sxz]|ch|sh|o)$/.test(stem)) return `${stem}es`;
  return /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}ies` : `${stem}s`;
}
