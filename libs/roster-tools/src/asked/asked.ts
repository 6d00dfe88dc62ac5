import { listedUnits, type NamedUnit } from './listed-units.js';

/** Sentences that are longer are more than one of these questions. */
const MAX_LENGTH = 2_000;

const POINTS = [
  /^(?:how many|what) (?:points|pts) (?:do|does|would|are|is|for) (?<units>.+?)(?: (?:costs?|worth|come to|cost))?(?: in (?:all|total)| together)?[?.!\s]*$/is,
  /^what(?:'s|’s| is| are) the (?:(?:points?|pts) )?(?:costs?|price|points) (?:for|of) (?<units>.+?)[?.!\s]*$/is,
  /^(?:what|how much) (?:do|does|would) (?<units>.+?) costs?(?: in (?:all|total|points)| together)?[?.!\s]*$/is,
];

/** The units whose points a question asks for; null where it asks something else. */
export function askedPoints(question: string): { readonly units: NamedUnit[] } | null {
  const { units } = match(question, POINTS) ?? {};
  const listed = listedUnits((units ?? '').replace(/(?:,|(?<![\s,]))\s+(?:etc\.?|and so on)$/i, ''));
  return listed.length === 0 ? null : { units: listed };
}

const VERDICT = [
  /^(?:is|are) (?:this|my|the following|the)\b(?<head>[^:]*?\b(?:list|army)\b[^:]*?\b(?:legal|valid|allowed)\b[^:]*):\s*(?<units>.+)$/is,
  /^(?:check|validate) (?<head>[^:]*?\b(?:list|army)\b[^:]*):\s*(?<units>.+)$/is,
];
const LIMIT = /(\d[\d,.]*)[\s-]*(?:points?|pts)\b/i;
const FACTION = /\b(?:for|of) (?:the )?(?!\d)(?<faction>[^,:]+?)(?: (?:at|with|up to|legal|valid)\b.*)?$/i;

export interface AskedVerdict {
  readonly units: NamedUnit[];
  readonly faction?: string;
  readonly points?: number;
}

/** The list that is to be judged; null where a question asks something else. */
export function askedVerdict(question: string): AskedVerdict | null {
  const { head = '', units } = match(question, VERDICT) ?? {};
  const listed = listedUnits(units ?? '');
  if (listed.length === 0) return null;
  const points = limitIn(head);
  const faction = FACTION.exec(head.trim())?.groups?.faction;
  return { units: listed, ...(faction !== undefined && { faction }), ...(points !== undefined && { points }) };
}

const BUILD = [
  /^(?:please )?(?:build|make|write|create|give)\b(?<head>.*?\b(?:list|army)\b.*?)\bfor (?:the )?(?<faction>.+?)(?: with (?<required>.+?))?(?: without (?<excluded>.+?))?[?.!\s]*$/is,
  /^(?:please )?(?:build|make|write|create|give)\b(?: me| us)?(?: an?| the)? (?<head>.*?)\b(?:list|army)\b(?: with (?<required>.+?))?(?: without (?<excluded>.+?))?[?.!\s]*$/is,
];
/** Words before "list" that are no part of the name of a faction. */
const QUALITIES = /\b(?:competitive|balanced|casual|fluffy|good|legal|new|solid|strong|tournament|valid)\b/gi;
/** "lots of firepower": what the list is to be strong in, which is no unit. */
const EMPHASIS =
  /\b(?:(?:lots|plenty|a lot) of|much|high|heavy|strong|good|a focus on|focus(?:ed)? on)\s+(?:(?<ranged>firepower|shooting|ranged (?:attacks|weapons))|(?<melee>melee|close combat|fighting))\b/i;

export interface AskedList {
  readonly faction: string;
  readonly points: number;
  readonly required: NamedUnit[];
  readonly excluded: string[];
  /** What the list is to be strong in. */
  readonly emphasis?: 'ranged' | 'melee';
}

/** The list that is to be built; null where a question asks something else, or names no limit. */
export function askedList(question: string): AskedList | null {
  const { head = '', required = '', excluded = '', ...named } = match(question, BUILD) ?? {};
  const points = limitIn(head);
  const faction = named.faction ?? head.replace(LIMIT, ' ').replace(QUALITIES, ' ').replace(/\s+/g, ' ').trim();
  if (faction === '' || points === undefined) return null;
  const { ranged, melee } = EMPHASIS.exec(question)?.groups ?? {};
  return {
    ...{ faction, points, required: listedUnits(required.replace(EMPHASIS, '').trim()) },
    excluded: listedUnits(excluded).map(({ name }) => name),
    ...(ranged !== undefined && { emphasis: 'ranged' as const }),
    ...(melee !== undefined && { emphasis: 'melee' as const }),
  };
}

const CHARACTERISTIC = [
  /^what(?:'s|’s| is| are) the (?<characteristic>[\p{L} ]{1,40}?)(?: (?:value|characteristic))? of (?:an? |the )?(?<unit>.+?)[?.!\s]*$/isu,
  /^what(?:'s|’s| is| are) (?:an? |the )?(?<unit>.+?)(?:['’]s|(?<=s)['’]) (?<characteristic>[\p{L} ]{1,40}?)(?: (?:value|characteristic))?[?.!\s]*$/isu,
  /^what (?<characteristic>[\p{L} ]{1,40}?) (?:do|does|has|have) (?:an? |the )?(?<unit>.+?)(?: have)?[?.!\s]*$/isu,
];

/** Which value of which unit is asked for; null where a question asks something else. */
export function askedCharacteristic(
  question: string,
): { readonly characteristic: string; readonly unit: string } | null {
  const { characteristic, unit } = match(question, CHARACTERISTIC) ?? {};
  return characteristic === undefined || unit === undefined ? null : { characteristic, unit };
}

function match(question: string, forms: readonly RegExp[]): Readonly<Record<string, string | undefined>> | null {
  const asked = question.trim();
  if (asked.length > MAX_LENGTH) return null;
  for (const form of forms) {
    const groups = form.exec(asked)?.groups;
    if (groups) return groups;
  }
  return null;
}

/** "1,000 points" → 1000 */
function limitIn(text: string): number | undefined {
  const [, digits] = LIMIT.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits.replace(/[.,]/g, ''));
}
