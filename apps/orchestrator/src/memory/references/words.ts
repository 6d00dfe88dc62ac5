import { AUXILIARIES, BE, CONJUNCTIONS, PREPOSITIONS, PRONOUNS, QUESTION_WORDS, singularOf } from '@arbiter/english';

/** Words of open classes that the rules of reference turn on. All lower case. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const ADVERBS = setOf(`
  not also too now then still yet already ever never always often usually again else even only just really actually
  very much many more most less least few some any no each every both all other another same such own long soon later
  afterwards today today's please well`);
/** Nouns that name an attribute: a question about "the height of the tower" is about the tower. */
export const ATTRIBUTES = setOf(`
  age area author branch builder capacity capital captain cause chief colour color cost date depth diameter director
  distance duration fee founder function head height history hours keeper king leader length location mayor meaning
  motto name nickname number origin owner patron period population president price purpose queen reason role ruler
  salary shape size speed temperature time title use value volume warranty wavelength weight width year`);
/** Nouns for one person: what "he" and "she" may point to although it is no name. */
const PERSON_NOUNS = setOf(`
  abbess abbot actor actress acolyte apprentice bidder borrower buyer child citizen deckhand lender member mate parent player resident rider sailor seller traveller
   architect artist author bailiff baker blacksmith boss boy builder captain caretaker
  chairman chairwoman clerk clockmaker coach colonel commander composer conductor cook crier customer daughter deputy
  director diver doctor driver employee engineer explorer farmer father fisherman foreman founder gardener girl goalkeeper
  governor guard guest guide headmaster headmistress heir heiress hermit host hostess hunter husband innkeeper inspector
  inventor judge keeper king knight landlady landlord lady leader librarian lord maid man manager master mason mayor
  merchant miller mistress monk mother nephew niece nun nurse officer owner painter patient pilot poet postman potter
  president priest priestess prince princess prisoner professor pupil queen ranger saint scholar scout sculptor secretary
  seamstress servant shepherd shepherdess singer sister smith soldier son squire steward student successor predecessor tailor teacher tenant toymaker
  visitor warden watchman weaver widow widower wife witch wizard woman worker writer`);
const FEMALE = setOf(`
  mrs ms miss dame lady queen princess duchess countess baroness seamstress shepherdess sister mother abbess mistress actress chairwoman daughter
  girl headmistress heiress hostess landlady maid niece nun priestess widow wife witch woman she her hers`);
const MALE = setOf(`
  mr sir lord king prince earl duke count baron father abbot brother boy chairman fisherman foreman headmaster husband
  landlord man monk nephew postman priest son watchman widower wizard he him his`);
/** Attributes that are people: "who is", not "what is". */
export const KIN = setOf(`
  predecessor successor wife husband brother sister father mother son daughter teacher pupil apprentice boss deputy
  partner friend rival killer murderer captain owner founder author builder mayor president director leader`);
const PLACE_HEADS = setOf(`
  alley avenue bay bridge castle chapel coast field fort garden gate harbour head hill house hut inn island isle lake
  market mill mount mountain park pass pier point port quarter quay refuge river road rock school square stair station
  street tavern temple tower town valley village wall well wood yard`);
export const TITLES = setOf(`
  mr mrs ms miss dr prof professor sir dame lord lady king queen prince princess earl duke duchess count countess baron
  baroness captain colonel general major sergeant lieutenant admiral commander brother sister father mother saint st
  judge mayor warden abbot bishop keeper master mistress chief president minister`);

/** Words that no noun phrase goes beyond. */
export function isFunctionWord(word: string): boolean {
  return [AUXILIARIES, BE, PREPOSITIONS, PRONOUNS, QUESTION_WORDS, CONJUNCTIONS, ADVERBS].some((words) =>
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

export type Gender = 'female' | 'male';

/** What a title, a noun of kinship or a pronoun says; null where it says nothing. */
export function genderOf(word: string): Gender | null {
  if (FEMALE.has(word)) return 'female';
  return MALE.has(word) ? 'male' : null;
}

/** Names of days and months. */
export const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/i;

export function isPlaceHead(head: string): boolean {
  return PLACE_HEADS.has(head.toLowerCase());
}
