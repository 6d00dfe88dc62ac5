import { SaxesParser } from 'saxes';
import { decodeXml } from '../read-xml.js';
import { Namespaces } from './namespaces.js';

/** Elements of one part, about 1 GB of memory; a thousand pages have some hundred thousand. */
const MAX_ELEMENTS = 4_000_000;
/** Elements nested in one another; Word itself nests some dozen. */
const MAX_DEPTH = 1_000;
/** Text boxes nested in one another; Word refuses to nest two. */
const MAX_NESTED_BOXES = 10;
/** Elements of a formula nested in one another: some thirty fractions, each within another. */
const MAX_FORMULA_DEPTH = 100;

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Extensions whose elements are read; of all others, the fallback is. */
const READ_EXTENSIONS: ReadonlySet<string> = new Set(['w', 'm', 'wps', 'wpg', 'wpc', 'w14', 'a', 'pic', 'c', 'dgm']);

/** Text in these elements is text of the document; in all others, it is white space between elements. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set('w:t w:instrText m:t a:t c:v'.split(' '));

/** An element of a part; its name and the names of its attributes begin with the prefix that Word writes. */
export interface WordElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly WordElement[];
  /** The element's own. */
  readonly text: string;
}

interface OpenElement extends WordElement {
  readonly attributes: Record<string, string>;
  readonly children: WordElement[];
  text: string;
}

export interface WordPart {
  readonly root: WordElement;
  /** Text boxes and formulas that were left out because they nest too deep. */
  readonly cut: number;
}

/** Why a part cannot be read. */
export type PartProblem = 'malformed' | 'too large' | 'too deep';

/**
 * Reads a part of a Word document. Of alternatives for different readers, only one is kept: what is read here, or else
 * the fallback. Entities that a document type declares are not expanded: a part with one counts as malformed.
 */
export function readWordPart(bytes: Uint8Array): WordPart | PartProblem {
  const top: OpenElement = newElement('');
  const open: OpenElement[] = [top];
  const namespaces = new Namespaces();
  let elements = 0;
  let skipped = 0;
  let boxes = 0;
  let formula = 0;
  let cut = 0;
  let problem: PartProblem | undefined;
  const parser = new SaxesParser();
  const fail = (reason: PartProblem): never => {
    problem = reason;
    throw new RangeError(reason);
  };
  parser.on('error', () => fail('malformed'));
  parser.on('opentag', ({ name: ownName, attributes }) => {
    if (++elements > MAX_ELEMENTS) fail('too large');
    namespaces.open(attributes);
    const name = namespaces.element(ownName);
    const deepBox = name === 'w:txbxContent' && boxes === MAX_NESTED_BOXES;
    const deepFormula = name.startsWith('m:') && formula === MAX_FORMULA_DEPTH;
    if (skipped > 0 || deepBox || deepFormula) {
      if (skipped++ === 0) cut++;
      return;
    }
    if (open.length > MAX_DEPTH) fail('too deep');
    if (name === 'w:txbxContent') boxes++;
    if (name.startsWith('m:')) formula++;
    const element = newElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (!key.startsWith('xmlns')) element.attributes[namespaces.attribute(key)] = value;
    }
    if (name === 'mc:Choice') {
      const needs = (element.attributes.Requires ?? '').split(/\s+/).filter((prefix) => prefix !== '');
      element.attributes.read = String(needs.every((prefix) => READ_EXTENSIONS.has(namespaces.prefix(prefix))));
    }
    open.push(element);
  });
  const addText = (text: string): void => {
    const last = open.at(-1);
    if (skipped === 0 && last && TEXT_ELEMENTS.has(last.name)) last.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    namespaces.close();
    if (skipped > 0) {
      skipped--;
      return;
    }
    const element = open.length > 1 ? open.pop() : undefined;
    const parent = open.at(-1);
    if (!element || !parent) return;
    if (element.name === 'w:txbxContent') boxes--;
    if (element.name.startsWith('m:')) formula--;
    if (element.name === 'mc:AlternateContent')
      for (const child of readAlternative(element)) parent.children.push(child);
    else parent.children.push(element);
  });
  try {
    parser.write(decodeXml(bytes)).close();
  } catch (error) {
    if (problem === undefined) throw error;
    return problem;
  }
  const [root] = top.children;
  return root ? { root, cut } : 'malformed';
}

function newElement(name: string): OpenElement {
  return { name, attributes: Object.create(null) as Record<string, string>, children: [], text: '' };
}

function readAlternative(element: WordElement): readonly WordElement[] {
  const choices = element.children.filter(({ name }) => name === 'mc:Choice');
  const fallback = element.children.find(({ name }) => name === 'mc:Fallback');
  const choice = choices.find(({ attributes }) => attributes.read === 'true');
  return (choice ?? fallback ?? choices[0])?.children ?? [];
}

/** Writes elements as a part that holds nothing of other namespaces than Word's own and that of its links. */
export function writeWordPart(root: WordElement): string {
  const parts: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  const write = (element: WordElement, declarations = ''): void => {
    if (!element.name.startsWith('w:')) return;
    parts.push('<', element.name, declarations);
    for (const [name, value] of Object.entries(element.attributes)) {
      if (/^[wr]:/.test(name)) parts.push(' ', name, '="', escapeXml(value), '"');
    }
    parts.push('>', escapeXml(element.text));
    for (const child of element.children) write(child);
    parts.push('</', element.name, '>');
  };
  write(root, ` xmlns:w="${W}" xmlns:r="${R}"`);
  return parts.join('');
}

/** Line ends in an attribute would become spaces if they were not written as references. */
function escapeXml(text: string): string {
  return /[&<>"\n\r\t]/.test(text)
    ? text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll('\r', '&#13;')
        .replaceAll('\n', '&#10;')
        .replaceAll('\t', '&#9;')
    : text;
}

export function wordElement(
  name: string,
  children: readonly WordElement[] = [],
  attributes: Readonly<Record<string, string>> = {},
): WordElement {
  return { name, attributes, children, text: '' };
}

/** A run of text without formatting. */
export function textRun(text: string): WordElement {
  return wordElement('w:r', [{ name: 'w:t', attributes: {}, children: [], text }]);
}

export function childNamed(element: WordElement | undefined, name: string): WordElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenNamed(element: WordElement | undefined, name: string): WordElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The `w:val` of a child, which is how Word writes a property; undefined where there is no such child. */
export function valueOf(element: WordElement | undefined, name: string): string | undefined {
  const attributes = childNamed(element, name)?.attributes;
  return attributes && (attributes['w:val'] ?? attributes['m:val'] ?? attributes.val);
}

/** A property that is on or off; undefined where nothing is said (ECMA-376 part 1, 17.17.4). */
export function isOn(element: WordElement | undefined, name: string): boolean | undefined {
  const property = childNamed(element, name);
  return property && !/^(?:0|false|off)$/.test(property.attributes['w:val'] ?? property.attributes['m:val'] ?? '');
}

/** Elements of a name below one, in document order; none is looked for within another. */
export function* elementsBelow(element: WordElement, name: string): Generator<WordElement> {
  const stack = [...element.children].reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.name === name) {
      yield next;
      continue;
    }
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child) stack.push(child);
    }
  }
}
