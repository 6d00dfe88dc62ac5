import { childrenOf, type Element, isElement, isHidden, isText, isUnread, type Node, pushReversed } from './dom.js';
import { isOverlayName } from './open-panels.js';

/** Forms of fewer words are controls with their labels. */
const MIN_FORM_WORDS = 10;
/** Text areas of fewer words are examples of what to write. */
const MIN_FIELD_WORDS = 3;
const MAX_NODES = 1_000_000;
const CODE: ReadonlySet<string> = new Set(['script', 'style']);

/**
 * What a page says and does not show, or shows as a picture, and that is therefore left out: a sentence for each kind, with the
 * number of words. What surrounds the text of a page (menus, margins, controls) and code are no part of it, and not told.
 *
 * @param roots what is read of the page
 * @param isMargin as `PageContent` has it
 */
export function hiddenText(roots: readonly Element[], isMargin: (element: Element) => boolean): string[] {
  const counts = { hidden: 0, drawn: 0, form: 0, frame: 0 };
  const stack: Node[] = [];
  for (const root of roots) pushReversed(stack, childrenOf(root));
  let read = 0;
  for (let node = stack.pop(); node && read < MAX_NODES; node = stack.pop()) {
    read += 1;
    if (!isElement(node)) continue;
    const kind = kindOf(node, isMargin);
    if (kind !== undefined) counts[kind] += wordsIn(node, kind);
    else if (!isUnread(node) && !isMargin(node)) pushReversed(stack, childrenOf(node));
  }
  const { hidden, drawn, form, frame } = counts;
  return [
    ...(hidden > 0 ? [`Text that the page hides was left out (${words(hidden)}).`] : []),
    ...(drawn > 0 ? [`Text in drawings (SVG) was left out (${words(drawn)}).`] : []),
    ...(form > 0 ? [`Text of forms was left out (${words(form)}).`] : []),
    ...(frame > 0 ? [`Pages in frames were left out (${words(frame)}).`] : []),
  ];
}

type Kind = 'hidden' | 'drawn' | 'form' | 'frame';

function kindOf(element: Element, isMargin: (element: Element) => boolean): Kind | undefined {
  const { tagName } = element;
  if (tagName === 'svg') return 'drawn';
  if (tagName === 'textarea' || (tagName === 'form' && isMargin(element))) return 'form';
  if (tagName === 'iframe') return 'frame';
  if (tagName === 'template' || tagName === 'noscript' || isHidden(element))
    return isOverlayName(element) ? undefined : 'hidden';
  return undefined;
}

function wordsIn(element: Element, kind: Kind): number {
  const isField = element.tagName === 'textarea';
  if (kind === 'frame')
    return count(element.attrs.find(({ name }) => name === 'srcdoc')?.value.replace(/<[^<>]*>/g, ' '));
  const inControls = kind === 'form' && !isField;
  let found = 0;
  const stack: Node[] = [...contentOf(element)];
  for (let node = stack.pop(), read = 0; node && read < MAX_NODES; node = stack.pop(), read++) {
    if (isText(node)) found += count(node.value);
    else if (isElement(node) && !CODE.has(node.tagName) && !(inControls && isUnread(node)))
      stack.push(...contentOf(node));
  }
  const least = isField ? MIN_FIELD_WORDS : kind === 'form' ? MIN_FORM_WORDS : 1;
  return found >= least ? found : 0;
}

function contentOf(element: Element): readonly Node[] {
  return 'content' in element ? childrenOf((element as Element & { content: Node }).content) : childrenOf(element);
}

/** What a browser without scripts would show is text to the parser, with its tags. */
function count(text = ''): number {
  return text.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function words(number: number): string {
  return number === 1 ? '1 word' : `${number} words`;
}
