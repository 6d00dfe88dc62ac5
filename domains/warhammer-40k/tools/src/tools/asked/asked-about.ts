import { isQuality } from './asked-list.js';
import { after, cutAt, isPhrase, sentenceOf, takeLimit, withoutArticle, withoutEnds } from './phrases.js';

const WEAPONS = [
  /^(?:what|which) (?:weapons|wargear|guns|options|equipment|loadouts?)(?: options| choices)? /i,
  /^(?:what|which) (?:weapons?|wargear|gun|equipment)(?: options?| choices?)? (?:is|are) (?:available|there) (?:to|for) /i,
];
const CARRYING = ['take', 'have', 'use', 'carry', 'choose', 'get', 'be equipped with', 'equip'];
const EQUIPPED = ['equipped with', 'armed with', 'carrying'];
const WEAPONS_OF = [
  /^(?:(?:list|name|show me|show|give me|what(?:['’]s| is| are)) )?(?:all )?(?:of )?(?:the )?(?:weapons|wargear|guns|equipment|loadouts?)(?: options| choices)? (?:of|for|available to) /i,
];
const TELL = /^(?:(?:list|name|show me|show|give me|what are) )(?:all )?(?:the )?/i;
const WEAPONS_LAST = [
  ...['weapons', 'weapon options', 'weapon choices', 'wargear', 'wargear options', 'guns', 'loadout', 'equipment'],
];

/** The unit whose weapons a question asks for; null where it asks something else. */
export function askedWeapons(question: string): { readonly unit: string } | null {
  const sentence = sentenceOf(question) ?? '';
  const unit = weaponsTaken(sentence) ?? after(sentence, WEAPONS_OF) ?? equipped(sentence) ?? weaponsNamed(sentence);
  return unit === undefined || unit === '' ? null : { unit: withoutArticle(unit) };
}

/** "What weapons can a Terminator take", "… are Terminators equipped with", "… are available to Terminators" */
function weaponsTaken(sentence: string): string | undefined {
  const said = after(sentence, WEAPONS);
  if (said === undefined) return undefined;
  const available = after(said, [/^(?:is|are) (?:available|there) (?:to|for) /i]);
  if (available !== undefined) return available;
  const having = after(said, [/^(?:can|could|may|does|do) /i]);
  const unit = having ?? after(said, [/^(?:is|are) /i]);
  const named = unit && withoutEnds(unit, having === undefined ? EQUIPPED : CARRYING);
  return named === unit ? undefined : named;
}

/** "What is a Land Raider armed with", "What can a Terminator be equipped with" */
function equipped(sentence: string): string | undefined {
  const said = after(sentence, [/^what(?:['’]s| is| are| can| could| may) /i]);
  const named = said && withoutEnds(said, EQUIPPED);
  return named === said ? undefined : named && withoutEnds(named, ['be']);
}

/** "Land Raider weapons", "Show me the Terminator weapons" */
function weaponsNamed(sentence: string): string | undefined {
  const said = sentence.replace(TELL, '');
  const named = withoutEnds(said, WEAPONS_LAST);
  return named === said || !isPhrase(said) ? undefined : named;
}

const BETTER = 'better|best|stronger|tougher|cheaper|faster|more durable|deadlier|worse|weaker';
const WHICH = [
  new RegExp(`^(?:which|who|what)(?: unit)?(?:['’]s| is| are) (?:the )?(?:${BETTER})(?: unit)?[:,]? `, 'i'),
  /^(?:compare|is it better to take|should (?:i|we|you|one) (?:take|use|field|bring|play|buy|get|choose|pick)) /i,
  /^(?:what(?:['’]s| is| are) )?(?:the )?(?:differences?|comparison) (?:between|of) /i,
];
const BOTH = ['or', 'and', 'with', 'to', 'versus', 'vs', 'vs.'];
const THAN = BETTER.split('|').map((one) => `${one} than`);
const COMPARED = ['compare to', 'compare with', 'compare against', 'differ from', 'measure up to', 'stack up against'];

/** The two units that a question compares; null where it asks something else. */
export function askedComparison(question: string): { readonly units: readonly [string, string] } | null {
  const sentence = sentenceOf(question) ?? '';
  const cut = comparedIn(sentence);
  if (!cut) return null;
  const units = [cut.before, cut.after].map((one) => withoutArticle(one.replace(/,$/, '')));
  const [first = '', second = ''] = units;
  return first === '' || second === '' ? null : { units: [first, second] };
}

function comparedIn(sentence: string): ReturnType<typeof cutAt> {
  const which = after(sentence, WHICH);
  if (which !== undefined) return cutAt(which, BOTH);
  const is = after(sentence, [/^(?:is|are) /i]);
  if (is !== undefined) return cutAt(is, THAN);
  const how = after(sentence, [/^how (?:does|do) /i]);
  if (how !== undefined) return cutAt(how, COMPARED);
  // "Dreadnought vs Land Raider"
  return isPhrase(sentence) ? cutAt(sentence, ['or', 'versus', 'vs', 'vs.']) : undefined;
}

const DETACHMENTS = [
  /^(?:what|which) (?:[\p{L}-]{1,20} )?detachments? /iu,
  /^(?:list|name|show me) (?:the |all )?detachments? /i,
  /^(?:what|which)(?:['’]s| is| are) (?:the )?(?:[\p{L}-]{1,20} )?detachments? /iu,
];
const ALL_THE = /^(?:(?:what|which)(?:['’]s| is| are)?|list|name|show me|show|give me) (?:all )?(?:the )?/i;
const DETACHMENTS_LAST = ['detachment', 'detachments'];
const THERE = ['are there', 'exist', 'are available', 'is there'];

/** The faction whose detachments a question asks for; null where it asks something else. */
export function askedDetachments(question: string): { readonly faction: string } | null {
  const sentence = sentenceOf(question) ?? '';
  const said = after(sentence, DETACHMENTS);
  const faction = (said === undefined ? undefined : factionOf(said)) ?? factionBefore(sentence);
  return faction === undefined || faction === '' ? null : { faction: withoutArticle(faction) };
}

function factionOf(said: string): string | undefined {
  const having = after(said, [/^(?:can|could|may|do|does) /i]);
  if (having !== undefined) return withoutEnds(having, [...CARRYING, 'play', 'field']);
  return after(said, [/^(?:for|of|in) /i]) ?? cutAt(said, ['for', 'of', 'in'])?.after;
}

/** "the best Necron detachments", "Which Space Marine detachments are there" */
function factionBefore(sentence: string): string | undefined {
  const said = withoutEnds(sentence.replace(ALL_THE, ''), THERE);
  const named = withoutEnds(said, DETACHMENTS_LAST);
  if (named === said || !isPhrase(said)) return undefined;
  return named
    .split(' ')
    .filter((word) => !isQuality(word) && word.toLowerCase() !== 'available')
    .join(' ');
}

const HOW = [
  /^(?:explain )?how (?:do|can|could|should|would|to|must) (?:i |we |you |one |someone )?(?:go about )?(?:build|building|make|making|write|writing|create|creating|put together|putting together) /i,
  /^what (?:are|is) the (?:steps?|rules|way) (?:to|for|of) (?:build|building|make|making|create|creating) /i,
  /^what do (?:i|we|you) need (?:for|to (?:build|make|create)) /i,
];
const BUILT = ['built', 'made', 'created', 'put together', 'written'];
const ARMY = /^(?:army|list|roster|force)$/i;

/** The size of the army that a question asks how to build; null where it asks something else. */
export function askedArmyRules(question: string): { readonly points: number } | null {
  const sentence = sentenceOf(question) ?? '';
  const said = after(sentence, HOW) ?? builtIn(sentence);
  if (said === undefined) return null;
  const { points, rest } = takeLimit(withoutArticle(said));
  const words = rest.split(' ').filter((word) => word !== '');
  return points === undefined || words.length > 3 || !ARMY.test(words.at(-1) ?? '') ? null : { points };
}

/** "How is a 2000 point army built" */
function builtIn(sentence: string): string | undefined {
  const said = after(sentence, [/^how (?:is|are) /i]);
  const army = said && withoutEnds(said, BUILT);
  return army === said ? undefined : army;
}
