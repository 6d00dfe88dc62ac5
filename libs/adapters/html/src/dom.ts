import type { DefaultTreeAdapterTypes } from 'parse5';

export type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const NO_CHILDREN: readonly Node[] = [];

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

export function childrenOf(node: Node): readonly Node[] {
  return 'childNodes' in node ? node.childNodes : NO_CHILDREN;
}

/** Value of an attribute; undefined when the element does not have it. Names are lower case in HTML. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

/**
 * Elements below a node in document order. Pages nest a hundred thousand deep when somebody means harm, so nothing
 * here recurses.
 *
 * @param enter whether to look below an element as well
 */
export function* descendants(root: Node, enter: (element: Element) => boolean = () => true): Generator<Element> {
  const stack = [...childrenOf(root)].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (enter(node)) pushReversed(stack, childrenOf(node));
  }
}

/** Puts nodes on a stack so that the first comes off first; no spread, whose arguments would fill the call stack. */
export function pushReversed<T>(stack: T[], nodes: readonly T[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (node !== undefined) stack.push(node);
  }
}

/** Ancestors that are looked at. Honest pages nest a few dozen deep; without a limit, deep ones cost its square. */
const MAX_ANCESTORS = 500;

/** Whether one of the nearest ancestors has one of the tags. */
export function isWithin(node: Element, tags: ReadonlySet<string>): boolean {
  let parent: ParentNode | null = node.parentNode;
  for (let level = 0; level < MAX_ANCESTORS && parent && isElement(parent); level++) {
    if (tags.has(parent.tagName)) return true;
    parent = parent.parentNode;
  }
  return false;
}
