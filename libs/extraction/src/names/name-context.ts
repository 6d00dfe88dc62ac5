import { STOP_WORDS } from '@arbiter/text';
import type { TypeReader } from '../reading/type-reader.js';
import { isCode, looksPersonal } from './name-forms.js';
import { conceptsOf } from '../reading/concepts.js';

/** What the words around a name say of it. */
export interface ContextReading {
  readonly votes: readonly (readonly [type: string, weight: number])[];
  /** 1 if the text introduces or explains it, else 0. */
  readonly introduced: number;
}

const NP_AFTER =
  /^(?:,| is| was| are| were| has been)(?: now| also| still)? (?:an?|the|its|his|her|their|our|one of the) ((?:[\p{L}'’-]+ ){0,7}[\p{L}'’-]+)/u;
const ROLE_AFTER =
  /^, (?!whose |which |who |where |when |while |and |or |but |so )((?:[\p{Ll}'’-]+ ){0,5}[\p{Ll}'’-]+)/u;
const NOUN_BEFORE = /(?:^|[\s(])([\p{Ll}-]{3,30}) (of )?$/u;
/** "Permit PTW-118": what stands before a tag tells its kind, with a capital or without. */
const TAG_NOUN_BEFORE = /(?:^|[\s(])([\p{L}-]{3,30}) $/u;
const NAMED_BY_OF =
  /^(?:town|city|village|hamlet|island|isle|kingdom|duchy|county|parish|port|district|state|province|republic|region|valley|borough|municipality|colony|realm|country|quarter|settlement|suburb|estate|manor|abbey|order|house|battle|siege|treaty|feast|festival|name|title|project|operation)$/;
const CALLED_BEFORE =
  /([\p{Ll}-]{3,30})(?:(?: \p{Ll}+){1,4},)?(?: is| was|, also|,? (?:which|that|who)(?: is)?)?,? (?:called|named|known as|nicknamed|(?:goes by|bears|has) the name(?: of)?)(?: the)? $/u;
/** Words one by one: items of several words each could be divided in so many ways that a line took a tenth of a second. */
const LISTED_BEFORE =
  /\b([\p{Ll}-]{3,30})(?: include| includes| including| such as| are called| is called| like|, namely)(?: the)? (?:[\p{L}'’-]+,? ){0,32}$/u;
const ROLE_BEFORE =
  /(?<!\b(?:of|in|at|for|from|with|to|by) )\b(?:the|its|his|her|their|an?|our|\p{Lu}\p{L}+['’]s) ((?:[\p{Ll}-]+ ){0,3}[\p{Ll}-]+)(?:,| is| was) $/iu;
const PERSON_AFTER =
  /^(?:,? who\b|,? aged \d| is \d{1,2}\b(?! (?:miles|feet|metres|years? old building))|,? \d{2},| (?:says?|said|asks?|asked|knows|knew|lives|lived|married|marries|was born|believes|claims?|claimed|hopes|refuses|refused|wears|speaks|retired|told|tells|thinks|writes|wrote|sleeps|remarked|reported|joined|resigned|smiles|laughs|remembers|fears|trusts|insists)\b)/;
const PLACE_BEFORE = /\b(?:in|on|at|near|to|from|through|towards|outside|inside|around) (?:the )?$/;
/** What people lead and join is a body of people. */
const BODY_BEFORE =
  /\b(?:commands?|commanded|leads?|led|heads?|joined|joins|members? of|chairs?|allied with|at war with|feuds? with) (?:the )?$/;
/** Who owns, makes or serves something is a person or a body. */
const AGENT_BEFORE =
  /\b(?:belongs? to|(?:owned|made|built|supplied|delivered|serviced|maintained|operated|employed|provided|insured|financed|sold|run) by|(?:rents?|rented|bought|buys?|ordered|hired|leased|comes?|came) from) (?:the )?$/;
const PERSONAL_BEFORE = /\b(?:told|asked|ask|ring|tell|by|with) $/;

/**
 * Reads what stands before and after a name: the noun of an apposition or definition, the noun before it ("the merchant …"), and
 * verbs that only people do.
 */
export function readContext(text: string, start: number, end: number, types: TypeReader): ContextReading {
  const before = text.slice(Math.max(0, start - 80), start).replace(/[“"]$/, '');
  const after = text.slice(end, end + 120).replace(/^[”"]/, '');
  const votes: (readonly [string, number])[] = [];
  let introduced = 0;
  const vote = (noun: string | undefined, factor: number): boolean => {
    const found = noun === undefined ? [] : Object.entries(types.votesFor(noun));
    votes.push(...found.map(([type, weight]) => [type, weight * factor] as const));
    return found.length > 0;
  };
  const phrase = NP_AFTER.exec(after)?.[1];
  if (phrase !== undefined && vote(headNounOf(phrase), 1)) introduced = 1;
  else if (vote(headNounOf(ROLE_AFTER.exec(after)?.[1] ?? ''), 0.5)) introduced = 1;
  const called = CALLED_BEFORE.exec(before)?.[1];
  const listed = LISTED_BEFORE.exec(text.slice(Math.max(0, start - 160), start))?.[1];
  if (called !== undefined) {
    introduced = 1;
    vote(called, 1);
  } else if (listed !== undefined && vote(listed, 0.8)) {
    introduced = 1;
  } else {
    const [, noun, of] = (isCode(text.slice(start, end)) ? TAG_NOUN_BEFORE : NOUN_BEFORE).exec(before) ?? [];
    // "the town of Hartsmoor" is Hartsmoor, "the pier of Hartsmoor" is not.
    if (noun !== undefined && (of === undefined || NAMED_BY_OF.test(noun)) && vote(noun, 1)) introduced = 1;
  }
  const role = ROLE_BEFORE.exec(before)?.[1]?.replace(/^.* whose /, '');
  if (role !== undefined && vote(headNounOf(role), 0.8)) introduced = 1;
  const { person } = types;
  if (person !== undefined && PERSON_AFTER.test(after)) votes.push([person, 1.5]);
  if (person !== undefined && PERSONAL_BEFORE.test(before)) votes.push([person, 0.3]);
  const body = types.organisation;
  if (body !== undefined && BODY_BEFORE.test(before)) votes.push([body, 0.9]);
  if (body !== undefined && AGENT_BEFORE.test(before) && !looksPersonal(text.slice(start, end)))
    votes.push([body, 0.6]);
  const place = types.place;
  if (place !== undefined && PLACE_BEFORE.test(before)) votes.push([place, 0.4]);
  return { votes, introduced };
}

/** The head of a noun phrase: "blind pilot of the guild" → "pilot". The first word of a known kind before a stop wins at the end. */
export function headNounOf(phrase: string): string {
  const words: string[] = [];
  for (const word of phrase.split(' ')) {
    if (words.length > 0 && STOP_WORDS.has(word.toLowerCase())) break;
    words.push(word.toLowerCase());
  }
  const last = words.at(-1) ?? '';
  if (conceptsOf(last).length > 0) return last;
  // "the clerk carried it": what follows the noun may be a verb.
  return words.toReversed().find((word) => conceptsOf(word).length > 0) ?? last;
}
