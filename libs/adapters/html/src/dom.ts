import { resolveMarks, singleLine } from '@arbiter/adapter-kit/documents';
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html } from 'parse5';

const NO_CHILDREN: readonly Node[] = [];

/** Ancestors that are looked at. Honest pages nest a few dozen deep; without a limit, deep ones cost its square. */
const MAX_ANCESTORS = 500;

const UNREAD_ROLES: ReadonlySet<string> = new Set(
  'navigation menu menubar search toolbar tablist dialog alertdialog doc-noteref doc-backlink doc-toc'.split(' '),
);

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!important\s*)?(?:;|$)/i;

export type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

export function childrenOf(node: Node): readonly Node[] {
  return 'childNodes' in node ? node.childNodes : NO_CHILDREN;
}

/** Replaces all that an element holds. */
export function setChildren(parent: Element, children: readonly Node[]): void {
  const nodes = children as Element['childNodes'];
  parent.childNodes = [...nodes];
  for (const child of nodes) child.parentNode = parent;
}

export function makeElement(tagName: string): Element {
  return defaultTreeAdapter.createElement(tagName, html.NS.HTML, []);
}

export function makeText(value: string): DefaultTreeAdapterTypes.TextNode {
  return { nodeName: '#text', value, parentNode: null };
}

/** Value of an attribute; undefined when the element does not have it. Names are lower case in HTML. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

/**
 * Elements below a node in document order. A malicious page may nest a hundred thousand deep, so nothing here recurses.
 *
 * @param enter whether to look below an element as well
 */
export function* descendants(root: Node, enter?: (element: Element) => boolean): Generator<Element> {
  for (const node of nodesBelow(root, enter)) if (isElement(node)) yield node;
}

/** {@link descendants} and the texts between them. The children of an element may be replaced while it is looked at. */
export function* nodesBelow(root: Node, enter: (element: Element) => boolean = () => true): Generator<Node> {
  const stack = [...childrenOf(root)].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (isElement(node) && enter(node)) pushReversed(stack, childrenOf(node));
  }
}

/** Puts nodes on a stack so that the first comes off first; no spread, whose arguments would fill the call stack. */
export function pushReversed<T>(stack: T[], nodes: readonly T[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (node !== undefined) stack.push(node);
  }
}

/** Whether one of the nearest ancestors has one of the tags. */
export function isWithin(node: Element, tags: ReadonlySet<string>): boolean {
  let parent: ParentNode | null = node.parentNode;
  for (let level = 0; level < MAX_ANCESTORS && parent && isElement(parent); level++) {
    if (tags.has(parent.tagName)) return true;
    parent = parent.parentNode;
  }
  return false;
}

/** Elements that start on a new line in a browser (HTML standard, 15.3), and table parts where a table is layout only. */
const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu ol optgroup option p pre search ' +
    'section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);

export function isBlock(element: Element): boolean {
  return BLOCK_TAGS.has(element.tagName);
}

/** 1 for `h1` to 6 for `h6`; undefined for all else. */
export function headingLevel(element: Element): number | undefined {
  const level = /^h([1-6])$/.exec(element.tagName)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Code, controls, navigation, pictures and the readings of ruby text: nothing in them is part of what the page says. */
const UNREAD_TAGS: ReadonlySet<string> = new Set(
  (
    'script style template noscript head title nav svg canvas iframe frame frameset object embed applet audio video map ' +
    'button input select textarea datalist progress meter menuitem annotation annotation-xml rt rtc rp'
  ).split(' '),
);

/** Whether a reader of the page does not see an element, or sees it as furniture. */
export function isUnread(element: Element): boolean {
  if (UNREAD_TAGS.has(element.tagName)) return true;
  if (element.tagName === 'a' && isPermalink(element)) return true;
  if (isHidden(element)) return true;
  if (element.attrs.length === 0) return false;
  return attribute(element, 'aria-hidden') === 'true' || UNREAD_ROLES.has(attribute(element, 'role') ?? '');
}

/** Whether a browser shows nothing of an element, by its own attributes and style. */
export function isHidden(element: Element): boolean {
  if (element.tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  if (element.attrs.length === 0) return false;
  const hidden = attribute(element, 'hidden');
  return (hidden !== undefined && hidden !== 'until-found') || HIDING_STYLE.test(attribute(element, 'style') ?? '');
}

/** The mark beside a heading that links to it: one sign, no letter or digit. */
function isPermalink(element: Element): boolean {
  if (!isFragmentLink(element)) return false;
  const [only, ...others] = childrenOf(element);
  return only !== undefined && others.length === 0 && isText(only) && /^[^\p{L}\p{N}]{1,2}$/u.test(only.value.trim());
}

export function isFragmentLink(element: Element): boolean {
  return element.tagName === 'a' && (attribute(element, 'href') ?? '').startsWith('#');
}

/** What stands for a picture: its alternative text, or else its title. */
export function pictureText(picture: Element): string {
  const alternative = attribute(picture, 'alt') ?? '';
  return alternative === '' ? (attribute(picture, 'title') ?? '') : alternative;
}

/** What an abbreviation stands for, as it follows it: " (Office of the Mill)". */
export function expansionOf(abbreviation: Element): string {
  const title = (attribute(abbreviation, 'title') ?? '').trim();
  return title === '' ? '' : ` (${title})`;
}

/** What a reader sees of an element, on one line: blocks and line breaks become spaces, inline elements do not break words. */
export function flatText(element: Element): string {
  return startOfText(element, Infinity);
}

/** {@link flatText}, of which no more than so many nodes are read. */
export function startOfText(element: Element, maxNodes: number): string {
  let text = '';
  let read = 0;
  const stack: (Node | ' ')[] = [];
  pushReversed(stack, childrenOf(element));
  for (let node = stack.pop(); node !== undefined && read < maxNodes; node = stack.pop()) {
    read += 1;
    if (node === ' ') text += node;
    else if (isText(node)) text += node.value;
    else if (isElement(node) && !isUnread(node)) {
      const apart = isBlock(node) || node.tagName === 'br';
      if (apart) text += ' ';
      if (node.tagName === 'img') text += pictureText(node);
      if (node.tagName === 'abbr') stack.push(makeText(expansionOf(node)));
      if (apart) stack.push(' ');
      pushReversed(stack, childrenOf(node));
    }
  }
  return singleLine(resolveMarks(text));
}
