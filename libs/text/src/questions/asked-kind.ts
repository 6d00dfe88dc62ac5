import { addressesIn } from '../injection/web-addresses.js';
import { datesIn } from '../mentions/dates-in.js';
import { namesIn } from '../mentions/names-in.js';
import { numbersIn } from '../mentions/numbers-in.js';
import { quotationsIn } from '../mentions/quotations-in.js';
import { terms, termSet } from '../tokens/terms.js';

const LENGTHS = 'mm cm m km in ft yd mi fathom league';
const WEIGHTS = 'mg g kg oz lb ton stone';
const TIMES = 'ms s min h day night week month year decade century';
/** Adjective or noun of a measure to the units in which it is stated; an empty list takes any number. */
const MEASURES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:how (?:tall|high|deep|wide|broad|thick|far)|depth|height|width|distance)\b/i, LENGTHS.split(' ')],
  [/\b(?:how heavy|weight|how much does [^?]* weigh)\b/i, WEIGHTS.split(' ')],
  [/\b(?:how (?:old|big|large|strong|fast|steep|hot|cold|often)|what age|ages?\b)/i, []],
];
const DURATION = /\b(?:how long (?:does|do|did|is|was|will|must|may|can|has|have|before|until)|shelf life|duration)\b/i;
const PRICE =
  /\b(?:how much|cost|costs|price|priced|fee|fees|fare|toll|rent|wages?|salary|reward|charge[sd]?|pays?|paid|deposit|fine|bounty|set (?:me|us|you|one) back|dearer|cheaper|costlier|interest)\b/i;
const MONEY =
  /\b(?:cost|costs|price|priced|fee|fees|fare|toll|rent|rents|wages?|salary|reward|charge[sd]?|pay|pays|paid|deposit|fine|fined|sold|sells?|bought|buys?|earns?|income|worth|free|discount|hundred)\b/i;
const COUNTED =
  /\bhow many (?:(?:of the|more|other|different) )?((?:[\p{L}-]+ ){0,2}?[\p{L}-]+)|\bnumber of ([\p{L}-]+)/iu;
const DATED = /\b(?:when|(?:what|which) (?:year|years|date|day|month|century))\b/i;
/** Says when without a number: "leaves at noon", "every Tuesday", "in winter". */
const RECURRING =
  /\b(?:noon|midday|midnight|dawn|daybreak|sunrise|dusk|nightfall|sunset|(?:at|by|every) (?:night|morning|evening)|(?:in the|every) (?:morning|afternoon|evening)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|daily|weekly|monthly|yearly|(?:in|every) (?:spring|summer|autumn|winter))\b/i;
/** "When was it built?": the participle names the event. */
const HAPPENED =
  /\b(?:is|are|was|were|been) (?:[^?,:]{1,100}? )?(\p{L}+ed|born|built|made|begun|bought|cast|cut|drawn|found|given|ground|held|laid|lost|put|sold|sunk|taken|won|written)\b/iu;
const NAMED = /\b(?:who|whom|whose|whoever)\b|\b(?:called|named|the names? (?:of|for))\b|\bname the\b/i;
const PLACE =
  /\bwhere\b|\b(?:which|what) (?:town|city|village|place|country|state|hamlet|island|region|county|street|harbour|port)\b/i;
const SOMEWHERE = /\b(?:in|at|on|near|behind|under|beside|from) (?:the|an?)\b/i;
const MAILBOX_ASKED = /\be-?mail address(?:es)?\b|^(?:what|which)\b[^?]{0,100}\be-?mail\b/i;
const PHONE_ASKED =
  /\b(?:(?:tele)?phone|fax|mobile|cell) numbers?\b|\b(?:what|which) number\b[^?]{0,60}\b(?:call|ring|dial|phone)\b|^what is the (?:tele)?phone\b/i;
const WEB_ASKED =
  /\b(?:(?:web|internet|online) ?address(?:es)?|urls?)\b|^(?:what|where|which)\b[^?]{0,100}\b(?:links?|web ?sites?|web ?pages?)\b/i;
const ADDRESS_ASKED = /\b(?:the|an?|what|which|whose) (?:[\p{L}-]+ )?address(?:es)?\b/iu;
const MAILBOX = /[^\s@<>()]{1,64}@[^\s@<>()]{1,128}\.\p{L}{2,}/u;
const PHONE = /(?<![\d.,])(?:\+\d|\(?0)\d[\d ()/.-]{3,20}\d|(?<![\d.,])\d{3}[ .-]\d{3,4}(?:[ .-]\d{3,4})?(?!\d)/;

/** "3 pence a night", "2 euros per head". */
const RATE = /\d\s+\p{L}+\s+(?:an?|per|each|the)\s+\p{L}+/iu;

/** The kind of thing that a question asks for, where that can be told by its form. */
export interface AskedKind {
  readonly name: 'count' | 'price' | 'measure' | 'duration' | 'date' | 'name' | 'place' | 'address';
  /** Terms of the question that name the kind ("heavy", "year", "cost"): a text that provides one need not hold them. */
  readonly terms: ReadonlySet<string>;
  /** How well a text provides one: 1 it holds one, ½ something like it, 0 nothing of the kind. */
  readonly fit: (text: string) => 0 | 0.5 | 1;
}

/**
 * What a question asks for by its form: "how many" a count, "what does … cost" a price, "when" a date, "who" a name.
 *
 * @returns null where the form does not tell ("why", "what is …", yes or no)
 */
export function askedKind(question: string): AskedKind | null {
  const address = askedAddress(question);
  if (address) return address;
  const counted = COUNTED.exec(question);
  if (counted) return kind('count', 'many number', countOf(counted[1] ?? counted[2] ?? ''));
  if (DATED.test(question)) return kind('date', matched(DATED, question), dated(question));
  if (DURATION.test(question)) return kind('duration', matched(DURATION, question), numberIn(TIMES.split(' ')));
  if (PRICE.test(question)) return kind('price', matched(PRICE, question), priced);
  for (const [asked, units] of MEASURES) {
    if (asked.test(question)) return kind('measure', matched(asked, question), numberIn(units));
  }
  if (NAMED.test(question)) return kind('name', 'called named name', newName(question));
  if (!PLACE.test(question)) return null;
  return kind('place', '', (text) => newName(question)(text) || (SOMEWHERE.test(text) ? 0.5 : 0));
}

/** Of a mailbox, a telephone or a web page; an address of no stated kind may be a street as well. */
function askedAddress(question: string): AskedKind | null {
  if (MAILBOX_ASKED.test(question)) return kind('address', 'e-mail email address', holds(MAILBOX));
  if (PHONE_ASKED.test(question)) return kind('address', 'phone telephone fax mobile cell number', holds(PHONE));
  if (WEB_ASKED.test(question)) return kind('address', 'web internet online address url link', isWebAddress);
  if (!ADDRESS_ASKED.test(question)) return null;
  return kind('address', 'address', (text) => (MAILBOX.test(text) || isWebAddress(text) === 1 ? 1 : 0.5));
}

function holds(pattern: RegExp): AskedKind['fit'] {
  return (text) => (pattern.test(text) ? 1 : 0);
}

function isWebAddress(text: string): 0 | 1 {
  return addressesIn(text).some((address) => !address.includes('@')) ? 1 : 0;
}

/** All that a pattern finds in a question. */
function matched(pattern: RegExp, question: string): string {
  return [...question.matchAll(new RegExp(pattern, 'gi'))].map(([text]) => text).join(' ');
}

function kind(name: AskedKind['name'], words: string, fit: AskedKind['fit']): AskedKind {
  return { name, fit, terms: termSet(words) };
}

function countOf(noun: string): AskedKind['fit'] {
  const wanted = terms(noun).map(({ term }) => term);
  return (text) => {
    const numbers = numbersIn(text);
    if (numbers.some(({ head }) => head !== null && wanted.includes(head))) return 1;
    if (numbers.length === 0) return 0;
    const held = termSet(text);
    return wanted.some((term) => held.has(term)) ? 1 : 0.5;
  };
}

/** A year that the question itself names is no answer to it, and the date of another event is only half of one. */
function dated(question: string): AskedKind['fit'] {
  const known = new Set(numbersIn(question).map(({ value }) => value));
  const wantsYear = /\byears?\b/i.test(question);
  const event = terms(HAPPENED.exec(question)?.[1] ?? '')[0]?.term;
  return (text) => {
    const dates = datesIn(text).filter(({ year, day }) => !known.has(year ?? day ?? Number.NaN));
    const isOfEvent = event === undefined || terms(text).some(({ term }) => term === event);
    if (isOfEvent && dates.some(({ year }) => !wantsYear || year !== null)) return 1;
    if (!wantsYear && event === undefined && RECURRING.test(text)) return 1;
    return dates.length > 0 || numbersIn(text).some(({ value }) => !known.has(value)) ? 0.5 : 0;
  };
}

function numberIn(units: readonly string[]): AskedKind['fit'] {
  return (text) => {
    const numbers = numbersIn(text);
    if (numbers.some(({ unit }) => units.length === 0 || (unit !== null && units.includes(unit)))) return 1;
    return numbers.length > 0 ? 0.5 : 0;
  };
}

function priced(text: string): 0 | 0.5 | 1 {
  if (numbersIn(text).length === 0) return 0;
  return MONEY.test(text) || RATE.test(text) ? 1 : 0.5;
}

/** A name, or something in quotation marks, of which the question does not hold every word already. */
function newName(question: string): AskedKind['fit'] {
  const known = termSet(question);
  return (text) => {
    const quoted = quotationsIn(text).map(({ start, end }) => text.slice(start, end));
    const named = [...namesIn(text).map((name) => name.text), ...quoted];
    return named.some((name) => terms(name).some(({ term }) => !known.has(term))) ? 1 : 0;
  };
}
