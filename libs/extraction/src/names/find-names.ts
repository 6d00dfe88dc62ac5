import { isCalendarWord } from '@arbiter/english';
import { datesIn, namesIn, type Span } from '@arbiter/text';
import type { Unit } from '../reading/read-layout.js';
import { conceptsOf } from '../reading/concepts.js';
import { honorificOf, CODE } from './name-forms.js';

export interface FoundName extends Span {
  readonly text: string;
  /** A single word at the head of a sentence or cell: its capital proves nothing. */
  readonly initial: boolean;
}

/** A name with the place where the document has it. */
export interface PlacedName extends FoundName {
  readonly unit: Unit;
}

const MAX_WORDS = 7;
/** A longer run of capitalised words is a list or a shout. */
const MAX_RUN = 400;
/** Words before a number that count something and do not name it. */
const COUNTED = new Set(
  `article articles level levels page pages section sections chapter step steps figure table version day days week weeks month year
   years no number part item rule line point phase stage grade type class age room extension bleep appendix paragraph clause rev
   at from since until in on`.split(/\s+/),
);
const isCounted = (word: string): boolean => COUNTED.has(word) || isCalendarWord(word);
const DESIGNATOR = /^ (\p{Lu}|\d{1,4}\p{Lu}?|[IVX]{1,4})(?![\p{L}\p{N}:.-]*[\p{L}\p{N}])/u;
const AMPERSAND = /^ & (\p{Lu}[\p{L}'’-]{1,40})/u;
/** "stall 14", "pump 3", "lift B" inside a sentence. */
const NUMBERED =
  /(?=\p{Ll})(?<![\p{L}\p{N}-])(\p{Ll}{3,20}) (?:\d{1,3}\p{Lu}?|\p{Lu})(?=[.,;:)'’]|$| (?:is|was|are|were|has|had|and|or|in|on|at|of|for|to|from|with|by|will|can|may|must|since|which|that|until)(?!\p{L}))/gu;
const NUMBERED_CONCEPTS = new Set(['machine', 'vehicle', 'room', 'building', 'department']);
const TIME_BEFORE = /(?:\b\d{1,2}(?:st|nd|rd|th)?|\b\d{1,2} ?[–-] ?\d{1,2}) $/;
const YEAR_AFTER = /^ (?:\w{2} )?\d{3,4}\b/;

/** The names in one sentence or cell: capitalised runs, with their number ("Lift A") or partner ("Pike & Rowe"), and codes. */
export function findNames(text: string): FoundName[] {
  const dates = /\d/.test(text) ? datesIn(text) : [];
  const names: FoundName[] = [];
  for (const { start, end, initial } of namesIn(text, { includeInitial: true })) {
    if (start < (names.at(-1)?.end ?? 0)) continue;
    names.push(...splitAtOf(text, extend(text, { start, end, initial })));
  }
  for (const { 0: code, index } of text.matchAll(CODE)) {
    const end = index + code.length;
    const inside = names.findIndex((name) => name.start < end && index < name.end);
    if (inside >= 0) names.splice(inside, 1);
    names.push({ start: index, end, text: code, initial: false });
  }
  for (const { 0: name, 1: noun = '', index } of text.matchAll(NUMBERED)) {
    const end = index + name.length;
    const isThing = conceptsOf(noun).some((concept) => NUMBERED_CONCEPTS.has(concept)) && !isCounted(noun);
    if (isThing && !names.some((other) => other.start < end && index < other.end))
      names.push({ start: index, end, text: name, initial: false });
  }
  return names
    .filter((name) => isName(text, name) && !dates.some(({ start, end }) => name.start < end && start < name.end))
    .sort((a, b) => a.start - b.start);
}

function extend(text: string, name: Span & { readonly initial: boolean }): FoundName {
  let { end } = name;
  let { initial } = name;
  const partner = AMPERSAND.exec(text.slice(end, end + 50));
  if (partner) end += partner[0].length;
  const head = text.slice(name.start, end).split(/\s/).at(-1)?.toLowerCase() ?? '';
  const designator = isCounted(head) ? null : DESIGNATOR.exec(text.slice(end, end + 12));
  // "Stormset 400" is a year, "Room 204" is a room.
  const number = designator && /\d{3}/.test(designator[0]) && conceptsOf(head).length === 0 ? null : designator;
  if (number) end += number[0].length;
  if (partner || number) initial = false;
  return { start: name.start, end, text: text.slice(name.start, end), initial };
}

/** "Nils Okker of the Cinder Company" is two names, "Order of the Ninth Wave" is one. */
function splitAtOf(text: string, name: FoundName): FoundName[] {
  if (name.text.length > MAX_RUN) return [];
  const at = /\s(?:of|upon|de|von|van)\s(?:the\s)?/.exec(name.text);
  if (!at?.[0].includes('of')) return [name];
  const left = name.text.slice(0, at.index);
  if (left.split(/\s/).length < 2 && honorificOf(`${left} X`) === '') return [name];
  const right = at.index + at[0].length;
  return [
    { start: name.start, end: name.start + at.index, text: left, initial: false },
    ...splitAtOf(text, { start: name.start + right, end: name.end, text: name.text.slice(right), initial: false }),
  ];
}

function isName(text: string, { start, end, text: name }: FoundName): boolean {
  const words = name.split(/\s+/);
  if (words.length > MAX_WORDS || name.length < 2 || name.length > 80) return false;
  if (words.every((word) => isCalendarWord(word) || /^(?:christmas|easter)$/i.test(word))) return false;
  if (words.length === 1 && isCounted(name.toLowerCase())) return false;
  if (isCounted(words[0]?.toLowerCase() ?? '') && /^\d+$/.test(words[1] ?? '')) return false;
  // "19 Stormset 371": a month of any calendar.
  if (words.length === 1 && TIME_BEFORE.test(text.slice(Math.max(0, start - 12), start))) return false;
  return !(words.length === 1 && YEAR_AFTER.test(text.slice(end, end + 9)));
}
