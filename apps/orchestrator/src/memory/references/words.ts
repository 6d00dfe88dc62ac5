import {
  AUXILIARIES,
  BE,
  CONJUNCTIONS,
  PERSON_NOUNS,
  PREPOSITIONS,
  PRONOUNS,
  QUANTIFIERS,
  QUESTION_WORDS,
  singularOf,
  TITLES,
} from '@arbiter/english';

/** Words of open classes that the rules of reference turn on. All lower case. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const ADVERBS = setOf(`
  not also too now then still yet already ever never always often usually again else even only just really actually
  very more most less least own long soon later afterwards today today's please well`);
/** Nouns that name an attribute: a question about "the height of the tower" is about the tower. */
export const ATTRIBUTES = setOf(`
  age area author branch builder capacity capital captain cause chief colour color cost date depth diameter director
  distance duration fee founder function head height history hours keeper king leader length location mayor meaning
  motto name nickname number origin owner patron period population president price purpose queen reason role ruler
  salary shape size speed temperature time title use value volume warranty wavelength weight width year`);
/** Attributes that are people: "who is", not "what is". */
export const KIN = setOf(`
  predecessor successor wife husband brother sister father mother son daughter teacher pupil apprentice boss deputy
  partner friend rival killer murderer captain owner founder author builder mayor president director leader`);
const PLACE_HEADS = setOf(`
  alley avenue bay bridge castle chapel coast field fort garden gate harbour head hill house hut inn island isle lake
  market mill mount mountain park pass pier point port quarter quay refuge river road rock school square stair station
  street tavern temple tower town valley village wall well wood yard`);

/** Words that no noun phrase goes beyond. */
export function isFunctionWord(word: string): boolean {
  return [AUXILIARIES, BE, PREPOSITIONS, PRONOUNS, QUANTIFIERS, QUESTION_WORDS, CONJUNCTIONS, ADVERBS].some((words) =>
    words.has(word),
  );
}

/** Whether a noun, or a name ending in it, stands for several: "lamps", "the Lancers", "people". */
export function isPlural(head: string): boolean {
  const word = head.toLowerCase();
  return /^(?:police|cattle)$/.test(word) || (word.length > 3 && singularOf(word) !== word);
}

/** "violinist", "ferryman", "bookkeeper". */
const PERSON_ENDING =
  /^(?!human|roman|norman|german|ottoman)\p{L}{3,40}(?:(?<=\p{L}{4})ist|man|woman|smith|keeper|maker|monger)$/u;

/** Whether a noun, or a title, stands for one person. */
export function isPersonNoun(word: string): boolean {
  return PERSON_NOUNS.has(word) || TITLES.has(word) || PERSON_ENDING.test(word);
}

export function isPlaceHead(head: string): boolean {
  return PLACE_HEADS.has(head.toLowerCase());
}
