import { listedUnits, type NamedUnit } from './listed-units.js';
import { cutAt, isPhrase, sentenceOf, takeLimit, withoutArticle, withoutEnds } from './phrases.js';

export interface AskedList {
  readonly faction: string;
  readonly points: number;
  readonly required: NamedUnit[];
  /** Units, or all of a category: "no vehicles". */
  readonly excluded: string[];
  /** Choices for the army as a whole: "using the Ironstorm Spearhead detachment". */
  readonly chosen: string[];
  /** Emphasis of the list: `ranged`, `melee`, or a category such as "vehicles". */
  readonly emphasis?: string;
}

const BEGINNING =
  /^(?:build|make|write|create|give|design|draft|generate|construct|assemble|find|show|suggest|recommend|propose|put together|come up with|let(?:'s|’s| us) (?:build|make)|i (?:want|need|would like)|i['’]d like|i(?:['’]| a)m looking for|looking for|what(?:['’]s| is| would be)) /i;
const FOR_WHOM = /^(?:me|us) /i;
const LISTS = ['list', 'army', 'roster', 'force'];
/** Words before "list" that are no part of the name of a faction. */
const QUALITIES = new Set(
  'a an the me us competitive balanced casual fluffy fun good great legal new solid strong tournament valid themed army list best better decent viable nice simple beginner starter full pure optimised optimized powerful friendly to build field play'.split(
    ' ',
  ),
);

/** Whether a word before "list" says how a list is to be rather than whose. */
export function isQuality(word: string): boolean {
  return QUALITIES.has(word.toLowerCase());
}

const RANGED = new Set('firepower shooting guns ranged gunline range'.split(' '));
const MELEE = new Set('melee fighting close-combat combat assault'.split(' '));
/** Adjectives that name the emphasis of a list. */
const ADJECTIVES: ReadonlyMap<string, string> = new Map([
  ['shooty', 'ranged'],
  ['gunline', 'ranged'],
  ['fighty', 'melee'],
  ['choppy', 'melee'],
]);
/** Phrases that make the words after them, or the word before them, the emphasis of the list. */
const STRONG_IN =
  /\b(?:(?:lots|plenty|a lot|full) of|much|high|strong in|heavy on|focus(?:ed|ing)? on|a focus on|mostly|mainly) ([\p{L}-]+)(?: (?:attacks|weapons|units|combat))?/iu;
const STRONG_AFTER = /(?=\p{L})(?<![\p{L}-])([\p{L}]+)[ -](?:heavy|focused|focussed|oriented|based)\b/iu;
const HAVING_NO_MORE = / (?:army|list)$/i;

/** Where a clause of a request begins; what names are not cut at. */
const CLAUSES = [
  'for',
  'with',
  'without',
  'using',
  'including',
  'excluding',
  'no',
  'of',
  'in',
  'from',
  'led by',
  'featuring',
];
/** Names of units may hold the others: "Captain in Terminator Armour", "Overlord with Translocation Shroud". */
const CLAUSES_AFTER_UNITS = ['for', 'without', 'using', 'excluding', 'no'];
const TAKING = new Set(['with', 'including', 'led by', 'featuring']);
const LEAVING = new Set(['without', 'excluding', 'no']);

/** The list that is to be built; null where a question asks something else, or names no limit or no faction. */
export function askedList(question: string): AskedList | null {
  const sentence = sentenceOf(question);
  if (sentence === null) return null;
  const [begun = ''] = BEGINNING.exec(sentence) ?? [];
  if (begun === '' && !isPhrase(sentence)) return null;
  const { points, rest } = takeLimit(sentence.slice(begun.length).replace(FOR_WHOM, ''));
  const { emphasis, text } = takeEmphasis(rest);
  const cut = cutAt(text.replaceAll(',', ' ,'), LISTS);
  if (points === undefined || !cut) return null;
  const asked: Asked = { factions: [], required: [], excluded: [], chosen: [] };
  const named = cut.before.split(' ').filter((word) => word !== '' && word !== ',' && !isQuality(word));
  readClauses(cut.after, asked);
  const faction = asked.factions[0] ?? named.join(' ');
  if (faction === '') return null;
  const { required, excluded, chosen } = asked;
  return { faction, points, required, excluded, chosen, ...(emphasis !== undefined && { emphasis }) };
}

interface Asked {
  readonly factions: string[];
  readonly required: NamedUnit[];
  readonly excluded: string[];
  readonly chosen: string[];
}

function readClauses(text: string, asked: Asked): void {
  let clause = cutAt(text, CLAUSES);
  while (clause) {
    const { word, after } = clause;
    const next = cutAt(after, TAKING.has(word) ? CLAUSES_AFTER_UNITS : CLAUSES);
    readClause(word, withoutEnds(next ? next.before : after, ['and', 'but', ',']), asked);
    clause = next;
  }
}

function readClause(word: string, said: string, { factions, required, excluded, chosen }: Asked): void {
  if (said === '' || said === ',') return;
  const detachment = detachmentIn(said, word);
  if (detachment !== undefined) chosen.push(detachment);
  else if (LEAVING.has(word)) excluded.push(...listedUnits(said).map(({ name }) => name.replace(/^any /i, '')));
  else if (TAKING.has(word)) required.push(...listedUnits(said));
  else factions.push(withoutArticle(said).replace(HAVING_NO_MORE, ''));
}

/** "the Ironstorm Spearhead detachment", or what an army uses. */
function detachmentIn(said: string, word: string): string | undefined {
  const name = withoutArticle(said).replace(/^detachment /i, '');
  const without = withoutEnds(name, ['detachment', 'detachments']);
  return without !== withoutArticle(said) || word === 'using' ? without : undefined;
}

/** Extracts the emphasis of the list; returns it with the rest of the text. */
function takeEmphasis(text: string): { readonly emphasis?: string; readonly text: string } {
  for (const pattern of [STRONG_IN, STRONG_AFTER]) {
    const found = pattern.exec(text);
    if (found?.[1] === undefined) continue;
    const rest = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`;
    return {
      emphasis: emphasisOf(found[1].toLowerCase(), found[0]),
      text: rest
        .split(' ')
        .filter((one) => one !== '')
        .join(' '),
    };
  }
  const words = text.split(' ');
  const emphasis = words.map((word) => ADJECTIVES.get(word.toLowerCase())).find((one) => one !== undefined);
  if (emphasis === undefined) return { text };
  return { emphasis, text: words.filter((word) => !ADJECTIVES.has(word.toLowerCase())).join(' ') };
}

function emphasisOf(word: string, phrase: string): string {
  return rangeMeant(word) ?? (/ combat$/i.test(phrase) ? 'melee' : word);
}

/** Weapons of which range a word means: "firepower", "close-combat". */
export function rangeMeant(word: string): 'ranged' | 'melee' | undefined {
  if (RANGED.has(word.toLowerCase())) return 'ranged';
  return MELEE.has(word.toLowerCase()) ? 'melee' : undefined;
}
