import { after, cutAt, isPhrase, sentenceOf, withoutArticle, withoutEnds } from './phrases.js';

const WHAT_IS = [/^what(?:'s|’s| is| are) /i];
const WHAT = [/^(?:what|which) /i, /^how (?:many|much) /i];
const TOLD = [/^(?:give|show|tell) me /i];
/** Letters and blanks; the longest published one has 17. */
const CHARACTERISTIC = /^[\p{L} ]{1,40}$/u;
/** Properties of units that are not in profiles: other tools answer for them. */
const NO_CHARACTERISTIC =
  /^(?:can|could|may|should|would) |\b(?:weapons?|wargear|guns?|equipment|loadouts?|options?|costs?|points?|pts|price|detachments?|rules?|abilit(?:y|ies)|keywords?|units?|models?|difference)$/i;
/** Those that people name without asking: "Terminator toughness?", "wounds of a Monolith". */
const NAMED = [
  ...['toughness', 'wounds', 'save', 'armour save', 'leadership', 'movement', 'move', 'objective control', 'strength'],
];
/** "How tough is …?" */
const ADJECTIVES: ReadonlyMap<string, string> = new Map([
  ['tough', 'toughness'],
  ['fast', 'movement'],
  ['quick', 'movement'],
]);
const HOW = /^how (tough|fast|quick) (?:is|are) /i;
const HOW_FAR = [/^how (?:far|fast) (?:can|may|does|do) /i];

/** Which value of which unit is asked for; null where a question asks something else. */
export function askedCharacteristic(
  question: string,
): { readonly characteristic: string; readonly unit: string } | null {
  const sentence = sentenceOf(question);
  if (sentence === null) return null;
  const is = after(sentence, WHAT_IS);
  const asked =
    is === undefined
      ? (valueByAdjective(sentence) ?? valueOfHaving(after(sentence, WHAT)) ?? valueNamed(sentence))
      : (valueOf(is) ?? valueOfPossessive(is) ?? valueNamed(is));
  if (!asked) return null;
  const characteristic = withoutEnds(asked.characteristic, ['value', 'characteristic', 'stat', 'score']);
  const unit = withoutArticle(asked.unit);
  return unit === '' || !CHARACTERISTIC.test(characteristic) || NO_CHARACTERISTIC.test(characteristic)
    ? null
    : { characteristic, unit };
}

interface Value {
  readonly characteristic: string;
  readonly unit: string;
}

/** "How tough is a Land Raider", "How far can a Monolith move" */
function valueByAdjective(sentence: string): Value | undefined {
  const [begun, adjective = ''] = HOW.exec(sentence) ?? [];
  const characteristic = ADJECTIVES.get(adjective.toLowerCase());
  if (begun !== undefined && characteristic !== undefined)
    return { characteristic, unit: sentence.slice(begun.length) };
  const moving = after(sentence, HOW_FAR);
  const unit = moving === undefined ? undefined : withoutEnds(moving, ['move', 'go']);
  return unit === undefined || unit === moving ? undefined : { characteristic: 'movement', unit };
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

/** "wounds of a Monolith", "Terminator's toughness", "the Terminator toughness" */
function valueNamed(sentence: string): Value | undefined {
  const said = withoutArticle(after(sentence, TOLD) ?? sentence);
  const cut = cutAt(said, ['of']);
  if (cut && NAMED.includes(cut.before.toLowerCase())) return { characteristic: cut.before, unit: cut.after };
  const characteristic = NAMED.find((one) => said.toLowerCase().endsWith(` ${one}`));
  if (characteristic === undefined || !isPhrase(said)) return undefined;
  const unit = said.slice(0, -characteristic.length - 1).replace(/['’]s?$/, '');
  return { characteristic, unit };
}
