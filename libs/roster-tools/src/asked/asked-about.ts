import { after, cutAt, sentenceOf, takeLimit, withoutArticle, withoutEnds } from './phrases.js';

const WEAPONS = [/^(?:what|which) (?:weapons|wargear|guns|options|equipment|loadouts?) /i];
const CARRYING = ['take', 'have', 'use', 'carry', 'choose', 'get', 'be equipped with', 'equip'];

/** The unit whose weapons a question asks for; null where it asks something else. */
export function askedWeapons(question: string): { readonly unit: string } | null {
  const said = after(sentenceOf(question) ?? '', WEAPONS);
  const unit = said && after(said, [/^(?:can|could|may|does|do) /i]);
  if (unit === undefined || unit === '') return null;
  const named = withoutEnds(unit, CARRYING);
  return named === unit ? null : { unit: withoutArticle(named) };
}

const WHICH = [
  /^(?:which|who|what) (?:unit )?(?:is|are) (?:the )?(?:better|best|stronger|tougher|cheaper|faster|more durable)(?: unit)?[:,]? /i,
  /^(?:compare|is it better to take) /i,
];

/** The two units that a question compares; null where it asks something else. */
export function askedComparison(question: string): { readonly units: readonly [string, string] } | null {
  const said = after(sentenceOf(question) ?? '', WHICH);
  const cut = said === undefined ? undefined : cutAt(said, ['or', 'and', 'with', 'to', 'versus', 'vs', 'vs.']);
  if (!cut) return null;
  const units = [cut.before, cut.after].map((one) => withoutArticle(one.replace(/,$/, '')));
  const [first = '', second = ''] = units;
  return first === '' || second === '' ? null : { units: [first, second] };
}

const DETACHMENTS = [
  /^(?:what|which) (?:[\p{L}-]{1,20} )?detachments? /iu,
  /^(?:list|name|show me) (?:the |all )?detachments? /i,
];

/** The faction whose detachments a question asks for; null where it asks something else. */
export function askedDetachments(question: string): { readonly faction: string } | null {
  const said = after(sentenceOf(question) ?? '', DETACHMENTS);
  if (said === undefined) return null;
  const having = after(said, [/^(?:can|could|may|do|does) /i]);
  const faction =
    having === undefined
      ? cutAt(said, ['for', 'of', 'in'])?.after
      : withoutEnds(having, [...CARRYING, 'play', 'field']);
  return faction === undefined || faction === '' ? null : { faction: withoutArticle(faction) };
}

const HOW = [/^how (?:do|can|could|should|would|to) (?:i |we |you |one )?(?:build|make|write|create|put together) /i];
const ARMY = /^(?:army|list|roster|force)$/i;

/** The size of the army that a question asks how to build; null where it asks something else. */
export function askedArmyRules(question: string): { readonly points: number } | null {
  const said = after(sentenceOf(question) ?? '', HOW);
  if (said === undefined) return null;
  const { points, rest } = takeLimit(withoutArticle(said));
  const words = rest.split(' ').filter((word) => word !== '');
  return points === undefined || words.length > 3 || !ARMY.test(words.at(-1) ?? '') ? null : { points };
}
