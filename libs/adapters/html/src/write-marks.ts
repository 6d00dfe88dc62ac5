import { MARK, type StruckBlocks } from '@arbiter/adapter-kit/documents';
import {
  attribute,
  childrenOf,
  descendants,
  type Element,
  isBlock,
  isElement,
  isText,
  isUnread,
  makeText,
  type Node,
  nodesBelow,
  setChildren,
  startOfText,
} from './dom.js';
import { isNoteMark, isRaised } from './note-marks.js';

const STRUCK_TAGS: ReadonlySet<string> = new Set(['s', 'strike', 'del']);
const STRUCK_STYLE = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
/** As the well-known style sheets name it. */
const STRUCK_CLASS = /(?:^|\s)(?:line-through|text-decoration-line-through|strike-?through|is-struck)(?:\s|$)/i;
const LOWERED_STYLE = /(?:^|;)\s*vertical-align\s*:\s*sub\b/i;
const INVISIBLE_OPERATOR = /^\s*[\u2061-\u2064]\s*$/;

/** Ancestors in which the block of a struck-out text is looked for. */
const MAX_LEVELS = 30;
/** Nodes of a block, and of a raised text, that are looked at. */
const MAX_NODES = 1_000;

/**
 * Writes into a tree what is not to be read as plain text: seams for struck-out text and the marks of notes, and marks around
 * raised and lowered text, in HTML and MathML. `resolveMarks` reads them in the text of a block.
 *
 * @param notes names of the notes that the page explains
 * @returns how many blocks hold nothing but struck-out text, and how many hold other text as well
 */
export function writeMarks(root: Element, notes: ReadonlySet<string>): StruckBlocks {
  const struckIn = new Set<Element>();
  for (const element of descendants(root, (one) => !isUnread(one))) {
    if (isUnread(element)) continue;
    if (isStruck(element)) {
      const isBlocks = childrenOf(element).some((child) => isElement(child) && isBlock(child));
      setChildren(element, [makeText(MARK.seam)]);
      struckIn.add(isBlocks ? element : blockAround(element));
    } else if (isNoteMark(element)) setChildren(element, [makeText(MARK.seam)]);
    else if (isRaised(element)) enclose(element, isNoted(element, notes) ? MARK.noted : MARK.raised);
    else if (element.tagName === 'sub' || LOWERED_STYLE.test(attribute(element, 'style') ?? ''))
      enclose(element, MARK.lowered);
    else if (element.tagName.startsWith('m')) writeFormula(element);
  }
  const whole = [...struckIn].filter((block) => !holdsText(block)).length;
  return { whole, partly: struckIn.size - whole };
}

function isStruck(element: Element): boolean {
  if (STRUCK_TAGS.has(element.tagName)) return true;
  return (
    element.attrs.length > 0 &&
    (STRUCK_STYLE.test(attribute(element, 'style') ?? '') ||
      STRUCK_CLASS.test(attribute(element, 'class') ?? '') ||
      attribute(element, 'role') === 'deletion')
  );
}

function isNoted(element: Element, notes: ReadonlySet<string>): boolean {
  const names = startOfText(element, MAX_NODES)
    .split(/[,;]/)
    .map((name) => name.trim());
  return names.every((name) => notes.has(name));
}

function enclose(element: Element, mark: string): void {
  setChildren(element, [makeText(mark), ...childrenOf(element), makeText(MARK.end)]);
}

function writeFormula(element: Element): void {
  const parts = childrenOf(element).filter(isElement);
  const [first, second, third] = parts;
  const script = (mark: string, part: Element | undefined): Node[] =>
    part ? [makeText(mark), part, makeText(MARK.end)] : [];
  switch (element.tagName) {
    case 'msup':
      if (first) setChildren(element, [first, ...script(MARK.power, second)]);
      break;
    case 'msub':
      if (first) setChildren(element, [first, ...script(MARK.lowered, second)]);
      break;
    case 'msubsup':
      if (first) setChildren(element, [first, ...script(MARK.lowered, second), ...script(MARK.power, third)]);
      break;
    case 'mfrac':
      if (first && second) setChildren(element, [...grouped(first), makeText('/'), ...grouped(second)]);
      break;
    case 'msqrt':
      setChildren(element, [makeText('√('), ...childrenOf(element), makeText(')')]);
      break;
    case 'mroot':
      if (first) setChildren(element, [...script(MARK.power, second), makeText('√('), first, makeText(')')]);
      break;
    case 'mo':
      if (INVISIBLE_OPERATOR.test(startOfText(element, MAX_NODES))) setChildren(element, []);
      break;
    default:
      break;
  }
}

/** A term of a fraction, in brackets unless it is one number or name. */
function grouped(part: Element): Node[] {
  const isAtom = ['mn', 'mi', 'mtext'].includes(part.tagName);
  return isAtom ? [part] : [makeText('('), part, makeText(')')];
}

function blockAround(element: Element): Element {
  let block = element;
  for (let level = 0; level < MAX_LEVELS && !isBlock(block); level++) {
    const parent = block.parentNode;
    if (!parent || !isElement(parent)) break;
    block = parent;
  }
  return block;
}

function holdsText(block: Element): boolean {
  let read = 0;
  for (const node of nodesBelow(block, (element) => !isUnread(element))) {
    if (++read > MAX_NODES) return true;
    if (isText(node) && /[^\s\ufdd6]/.test(node.value)) return true;
  }
  return false;
}
