import { isQuality } from './asked-list.js';
import { listedUnits, type NamedUnit } from './listed-units.js';
import { cutAt, sentenceOf, takeLimit, withoutArticle } from './phrases.js';

const JUDGED = /^(?:please )?(?:is|are|does|do|would) (?:this|these|my|the following|the)\b/i;
const CHECKED = /^(?:please )?(?:check|validate|(?:can|could|may) (?:i|we) (?:field|play|take|use|run)) /i;
const LIST = /\b(?:list|army|roster|units)\b/i;
const LEGAL = /\b(?:legal|illegal|valid|allowed|okay|ok|rules)\b/i;
/** Words that may follow the name of a faction. */
const AFTER_FACTION = ['at', 'with', 'up to', 'legal', 'valid', 'allowed', 'follow', 'keep'];
/** Words before "list" that are no part of the name of a faction. */
const BEFORE_FACTION = new Set(
  'is are does do would can could may i we field play take use run check validate please this these my the following a an legal illegal valid allowed'.split(
    ' ',
  ),
);
/** Where the list begins; later ones stand in it. */
const BEGINS = /[:?\n]/g;
const MAX_BEGINS = 5;

export interface AskedVerdict {
  readonly units: NamedUnit[];
  readonly faction?: string;
  readonly points?: number;
}

/** The list that is to be judged; null where a question asks something else. */
export function askedVerdict(question: string): AskedVerdict | null {
  // A list has a line for each unit, so that its lines are kept.
  if (sentenceOf(question) === null) return null;
  for (const { index } of [...question.matchAll(BEGINS)].slice(0, MAX_BEGINS)) {
    const asked = verdictOn(question.slice(0, index).trim(), question.slice(index + 1));
    if (asked) return asked;
  }
  return null;
}

function verdictOn(head: string, list: string): AskedVerdict | null {
  if (!LIST.test(head) || !((JUDGED.test(head) && LEGAL.test(head)) || CHECKED.test(head))) return null;
  const listed = listedUnits(list);
  if (listed.length === 0) return null;
  const { points, rest } = takeLimit(head);
  const faction = factionIn(rest);
  return { units: listed, ...(faction !== undefined && { faction }), ...(points !== undefined && { points }) };
}

/** "Is this list for the Thornwood Host at legal" → "Thornwood Host"; "Is this a legal Necron list" → "Necron" */
function factionIn(head: string): string | undefined {
  const { after: said = '' } = cutAt(head, ['for', 'of']) ?? {};
  const [named = ''] = said.split(',');
  const name = withoutArticle(cutAt(named, AFTER_FACTION)?.before ?? named).trim();
  if (name !== '') return name;
  const before = (cutAt(head, ['list', 'army', 'roster'])?.before ?? '').split(' ');
  const words = before.filter((word) => word !== '' && !BEFORE_FACTION.has(word.toLowerCase()) && !isQuality(word));
  return words.length === 0 ? undefined : words.join(' ');
}
