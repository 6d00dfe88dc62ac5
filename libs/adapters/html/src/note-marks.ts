import {
  attribute,
  childrenOf,
  type Element,
  headingLevel,
  isBlock,
  isElement,
  isFragmentLink,
  isText,
  nodesBelow,
  startOfText,
} from './dom.js';

/** Nodes of a mark that are read. */
const MAX_NODES = 40;
/** Nodes of an element with notes that are read, and characters of each. */
const MAX_LINE_NODES = 500;
const MAX_LINE = 40;
/** Notes of one page whose numbers are known. */
const MAX_NOTES = 5_000;

const MARK_NAME =
  /(?:^|[-_\s])(?:foot-?notes?|end-?notes?|fn|fnref|note-?refs?|cite(?:_ref|-ref)?|citation|annotation|references?)(?:[-_\s\d]|$)/i;
const NOTES = /(?:^|[-_\s])(?:foot-?notes?|end-?notes?|notes?|fn|reflist|references?)(?:[-_\s\d]|$)/i;
const NOTES_HEADING =
  /^(?:foot|end)?notes?:?$|^(?:Anmerkung|Fußnote)(?:en)?:?$|^notes? de bas de page:?$|^notas?:?$|^note:?$/i;
/** What a mark of a note looks like: `3`, `[3]`, `3)`, `a`, `*`, `1, 2`. */
const MARK_TEXT =
  /^[[(]?\s*(?:\d{1,3}|\p{L}|[ivx]{1,5}|[*†‡§¶#]{1,4}|note \d{1,3})(?:\s*[,;–-]\s*\d{1,3}){0,9}\s*[\])]?$/iu;
const NOTE_ID = /^(?:foot-?note|end-?note|fn|note|cite_note)[-_:.]?(\d{1,3})$/i;
const NOTE_NAME = /^(?:\d{1,3}|[a-z])$/i;
const NUMBERED = /^[[(]?(\d{1,3}|[a-z])[\]).:]?\s+\S/i;
/** Behind these a raised digit is a power more often than the mark of a note. */
const BEFORE_POWER = /(?:(?<!\d)10|\b(?:[mcdk]?m|ft|in|yd|s))\s*$/;

const RAISED_STYLE = /(?:^|;)\s*vertical-align\s*:\s*(?:super|text-top)\b/i;

export function isRaised(element: Element): boolean {
  return element.tagName === 'sup' || RAISED_STYLE.test(attribute(element, 'style') ?? '');
}

/** Whether an element is the mark of a note by its own markup: a link to the note, its role, its class. */
export function isNoteMark(element: Element): boolean {
  const { tagName } = element;
  if (isRaised(element)) return isNamedMark(element) ? isMarkText(element) : isRaisedLink(element);
  if (tagName !== 'a' && tagName !== 'span') return false;
  const leadsToNote =
    tagName === 'a' &&
    isFragmentLink(element) &&
    (holdsOnlyRaised(element) || MARK_NAME.test((attribute(element, 'href') ?? '').slice(1)));
  return (leadsToNote || isNamedMark(element)) && isMarkText(element);
}

function isRaisedLink(element: Element): boolean {
  const parts = childrenOf(element).filter((node) => !(isText(node) && /^[\s[\](),;]*$/.test(node.value)));
  if (parts.length === 0 || !parts.every((node) => isElement(node) && node.tagName === 'a')) return false;
  return parts.every((node) => isElement(node) && isFragmentLink(node)) || isMarkText(element);
}

function holdsOnlyRaised(element: Element): boolean {
  const [only, ...others] = childrenOf(element).filter((node) => !(isText(node) && node.value.trim() === ''));
  return only !== undefined && others.length === 0 && isElement(only) && isRaised(only);
}

function isNamedMark(element: Element): boolean {
  if (attribute(element, 'epub:type') === 'noteref' || attribute(element, 'rel') === 'footnote') return true;
  return [attribute(element, 'class'), attribute(element, 'id')].some(
    (name) => name !== undefined && MARK_NAME.test(name),
  );
}

function isMarkText(element: Element): boolean {
  return MARK_TEXT.test(startOfText(element, MAX_NODES));
}

/** Names of the notes that a page explains: those at the start of a note, and those that are counted from 1 in its text. */
export function notesOf(body: Element): ReadonlySet<string> {
  const notes = new Set<string>();
  let counted = 0;
  let underHeading = false;
  let before: string | null = null;
  for (const node of nodesBelow(body)) {
    if (notes.size > MAX_NOTES) break;
    if (isText(node)) {
      if (node.value.trim() !== '') before = node.value.slice(-12);
      continue;
    }
    if (!isElement(node)) continue;
    if (breaksLine(node)) before = null;
    if (headingLevel(node) !== undefined) underHeading = NOTES_HEADING.test(startOfText(node, MAX_NODES));
    for (const name of notesIn(node, underHeading)) notes.add(name);
    const text = isRaised(node) ? startOfText(node, MAX_NODES) : '';
    if (!NOTE_NAME.test(text)) continue;
    if (before === null) notes.add(text);
    else if (text === String(counted + 1) && !BEFORE_POWER.test(before)) counted += 1;
  }
  // A lone 1 is in doubt.
  if (counted > 1) for (let number = 1; number <= counted; number++) notes.add(String(number));
  return notes;
}

/** Names of notes that an element explains by its markup. */
function notesIn(element: Element, underHeading: boolean): string[] {
  const id = NOTE_ID.exec(attribute(element, 'id') ?? '')?.[1];
  const own = id === undefined ? [] : [id];
  const isNamed = [attribute(element, 'class'), attribute(element, 'id')].some(
    (one) => one !== undefined && NOTES.test(one),
  );
  if (element.tagName === 'ol' && (underHeading || isNamed)) {
    const items = childrenOf(element).filter((child) => isElement(child) && child.tagName === 'li');
    return [...own, ...items.slice(0, MAX_NOTES).map((_, index) => String(index + 1))];
  }
  if (element.tagName !== 'small' && element.tagName !== 'tfoot' && !isNamed && !(underHeading && isBlock(element)))
    return own;
  return [...own, ...linesOf(element).flatMap((line) => NUMBERED.exec(line)?.[1] ?? [])];
}

function breaksLine(element: Element): boolean {
  return isBlock(element) || element.tagName === 'br';
}

/** The first lines of an element: blocks and line breaks divide them. */
function linesOf(element: Element): string[] {
  const lines = [''];
  let read = 0;
  for (const node of nodesBelow(element)) {
    if (++read > MAX_LINE_NODES) break;
    if (isText(node)) lines.push(`${lines.pop() ?? ''}${node.value.slice(0, MAX_LINE)}`);
    else if (isElement(node) && breaksLine(node)) lines.push('');
  }
  return lines.map((line) => line.trim());
}
