import {
  CARDINALS,
  CONJUNCTIONS as JOINING,
  DETERMINERS as DETERMINING,
  NEGATIONS,
  QUANTIFIERS,
  RELATIVES,
} from '@arbiter/english';

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const NEGATORS: ReadonlySet<string> = new Set([...NEGATIONS, 'hardly', 'barely']);

export const ADVERBS = set(
  `now then still longer just already soon later finally again also only once twice meanwhile therefore however instead yet ever first both all
  each almost nearly badly fully well too itself himself herself themselves today yesterday tonight since thereupon afterwards so even
  eventually officially formally currently here there always often quite very completely permanently temporarily indefinitely briefly`,
);

export const PARTICLES = set('out off down up over away back on in through together apart along around aside');

export const CONJUNCTIONS: ReadonlySet<string> = new Set([...JOINING, ...RELATIVES, 'once']);

export const DETERMINERS: ReadonlySet<string> = new Set([...DETERMINING, ...QUANTIFIERS, ...CARDINALS.slice(2, 11)]);

export const CONDITIONS = set('if unless whether until till provided lest');

/** Verbs after which an infinitive has happened. */
export const IMPLICATIVE = set('manage have force succeed compel oblige dare proceed get help continue cause');

export const ATTEMPTS = set('try attempt fail struggle seek refuse decline neglect endeavour strive forget hesitate');

/** Verbs whose clause is what somebody says or thinks, not what is so. */
export const REPORTING = set(
  `say tell claim think believe hear report mention suggest warn ask wonder suspect expect reckon guess promise allege assert insist swear
  argue fear hope imagine dream pretend assume feel speculate rumour rumor propose threaten joke shout whisper cry boast predict recommend
  write want wish intend remember recall recount relate describe explain plan request demand offer doubt deny consider estimate`,
);

/** Nobody who answers for it. */
export const NOBODY_NAMED =
  /^(?:some|someone|somebody|people|they|others|nobody|anonymous|everyone|everybody|rumou?r|gossip|voice|talk|word|stranger|contractors|drivers|visitors)$/;
