import { listedUnits, type NamedUnit } from './listed-units.js';
import { after, cutAt, sentenceOf, takeLimit, withoutArticle, withoutEnds } from './phrases.js';

export { askedList, type AskedList } from './asked-list.js';

const POINTS = [
  /^(?:how many|what) (?:points|pts) (?:do|does|would|are|is|for) /i,
  /^what(?:'s|’s| is| are) the (?:(?:points?|pts) )?(?:costs?|price|points) (?:for|of) /i,
  /^(?:the )?(?:(?:points?|pts)(?: costs?)?|costs?|price) (?:for|of) /i,
];
/** Of these the end has to say that points are asked for. */
const COSTS = [/^(?:what|how much) (?:do|does|would) /i, /^how much (?:are|is) /i, /^how many (?:points|pts) /i];
const TOGETHER = ['in all', 'in total', 'in points', 'together', 'altogether'];
const COST = ['cost', 'costs', 'worth', 'come to'];

/** The units whose points a question asks for; null where it asks something else. */
export function askedPoints(question: string): { readonly units: NamedUnit[] } | null {
  const sentence = sentenceOf(question);
  if (sentence === null) return null;
  const said = after(sentence, POINTS) ?? costOf(sentence);
  if (said === undefined) return null;
  const listed = listedUnits(
    withoutEnds(withoutEnds(said, TOGETHER), [...COST, ...TOGETHER, 'etc', 'and so on']).replace(/,$/, ''),
  );
  return listed.length === 0 ? null : { units: listed };
}

function costOf(sentence: string): string | undefined {
  const said = after(sentence, COSTS);
  const before = said === undefined ? undefined : withoutEnds(said, TOGETHER);
  return before !== undefined && withoutEnds(before, COST) !== before ? before : undefined;
}

const JUDGED = /^(?:is|are) (?:this|my|the following|the)\b/i;
const CHECKED = /^(?:check|validate) /i;
const LIST = /\b(?:list|army)\b/i;
const LEGAL = /\b(?:legal|valid|allowed)\b/i;
/** What may follow the name of a faction. */
const AFTER_FACTION = ['at', 'with', 'up to', 'legal', 'valid', 'allowed'];

export interface AskedVerdict {
  readonly units: NamedUnit[];
  readonly faction?: string;
  readonly points?: number;
}

/** The list that is to be judged; null where a question asks something else. */
export function askedVerdict(question: string): AskedVerdict | null {
  // A list has a line for each unit, so that its lines are kept.
  if (sentenceOf(question) === null) return null;
  const colon = question.indexOf(':');
  const head = question.slice(0, Math.max(0, colon)).trim();
  if (!LIST.test(head) || !((JUDGED.test(head) && LEGAL.test(head)) || CHECKED.test(head))) return null;
  const listed = listedUnits(question.slice(colon + 1));
  if (listed.length === 0) return null;
  const { points, rest } = takeLimit(head);
  const faction = factionIn(rest);
  return { units: listed, ...(faction !== undefined && { faction }), ...(points !== undefined && { points }) };
}

/** "Is this list for the Thornwood Host at legal" → "Thornwood Host" */
function factionIn(head: string): string | undefined {
  const { after: said = '' } = cutAt(head, ['for', 'of']) ?? {};
  const [named = ''] = said.split(',');
  const name = withoutArticle(cutAt(named, AFTER_FACTION)?.before ?? named).trim();
  return name === '' ? undefined : name;
}

const WHAT_IS = [/^what(?:'s|’s| is| are) /i];
const WHAT = [/^what /i, /^how (?:many|much) /i];
/** Letters and blanks; the longest published one has 17. */
const CHARACTERISTIC = /^[\p{L} ]{1,40}$/u;

/** Which value of which unit is asked for; null where a question asks something else. */
export function askedCharacteristic(
  question: string,
): { readonly characteristic: string; readonly unit: string } | null {
  const sentence = sentenceOf(question);
  if (sentence === null) return null;
  const is = after(sentence, WHAT_IS);
  const asked = is === undefined ? valueOfHaving(after(sentence, WHAT)) : (valueOf(is) ?? valueOfPossessive(is));
  if (!asked) return null;
  const characteristic = withoutEnds(asked.characteristic, ['value', 'characteristic']);
  const unit = withoutArticle(asked.unit);
  return unit === '' || !CHARACTERISTIC.test(characteristic) ? null : { characteristic, unit };
}

interface Value {
  readonly characteristic: string;
  readonly unit: string;
}

/** "the Toughness of the Briar Warden" */
function valueOf(said: string): Value | undefined {
  const cut = /^the /i.test(said) ? cutAt(said.slice('the '.length), ['of']) : undefined;
  return cut && { characteristic: cut.before, unit: cut.after };
}

/** "a Terminator's toughness", "the Necron Warriors' save" */
function valueOfPossessive(said: string): Value | undefined {
  for (const mark of ["'s ", '’s ', "s' ", 's’ ']) {
    const at = said.indexOf(mark);
    if (at < 0) continue;
    const unit = said.slice(0, mark.startsWith('s') ? at + 1 : at);
    return { characteristic: said.slice(at + mark.length), unit };
  }
  return undefined;
}

/** "Save does the Briar Warden have" */
function valueOfHaving(said: string | undefined): Value | undefined {
  const cut = said === undefined ? undefined : cutAt(said, ['do', 'does', 'has', 'have']);
  return cut && { characteristic: cut.before, unit: withoutEnds(cut.after, ['have']) };
}
