import { listedUnits, type NamedUnit } from './listed-units.js';

/** Sentences that are longer are more than one of these questions. */
const MAX_LENGTH = 2_000;

const POINTS = [
  /^(?:how many|what) (?:points|pts) (?:do|does|would|are|is|for) (?<units>.+?)(?: (?:costs?|worth|come to|cost))?(?: in (?:all|total)| together)?[?.!\s]*$/is,
  /^(?:what|how much) (?:do|does|would) (?<units>.+?) costs?(?: in (?:all|total|points)| together)?[?.!\s]*$/is,
];

/** The units whose points a question asks for; null where it asks something else. */
export function askedPoints(question: string): { readonly units: NamedUnit[] } | null {
  const { units } = match(question, POINTS) ?? {};
  const listed = listedUnits(units ?? '');
  return listed.length === 0 ? null : { units: listed };
}

const VERDICT = [
  /^(?:is|are) (?:this|my|the following|the)\b(?<head>[^:]*?\b(?:list|army)\b[^:]*?\b(?:legal|valid|allowed)\b[^:]*):\s*(?<units>.+)$/is,
  /^(?:check|validate) (?<head>[^:]*?\b(?:list|army)\b[^:]*):\s*(?<units>.+)$/is,
];
const LIMIT = /(\d[\d,.]*)\s*(?:points|pts)\b/i;
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
];

export interface AskedList {
  readonly faction: string;
  readonly points: number;
  readonly required: NamedUnit[];
  readonly excluded: string[];
}

/** The list that is to be built; null where a question asks something else, or names no limit. */
export function askedList(question: string): AskedList | null {
  const { head = '', faction, required = '', excluded = '' } = match(question, BUILD) ?? {};
  const points = limitIn(head);
  if (faction === undefined || points === undefined) return null;
  return {
    ...{ faction, points, required: listedUnits(required) },
    excluded: listedUnits(excluded).map(({ name }) => name),
  };
}

const CHARACTERISTIC = [
  /^what(?:'s|’s| is| are) the (?<characteristic>[\p{L} ]{1,40}?)(?: (?:value|characteristic))? of (?:an? |the )?(?<unit>.+?)[?.!\s]*$/isu,
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
