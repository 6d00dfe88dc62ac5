import {
  attribute,
  childrenOf,
  descendants,
  type Element,
  isElement,
  isText,
  isUnread,
  isWithin,
  type Node,
  type ParentNode,
  pushReversed,
} from './dom.js';

/** A page whose articles hold less than this share of its text has its content beside them. */
const MIN_ARTICLE_SHARE = 0.5;
/** Some frameworks wrap the whole page in a form; one that holds more than this share of the text is the page. */
const MIN_PAGE_FORM_SHARE = 0.5;

const MAIN_TAGS: ReadonlySet<string> = new Set(['main']);
const ARTICLE_TAGS: ReadonlySet<string> = new Set(['article', 'main']);
/** Headers, footers and asides within these belong to a part of the content, not to the page (HTML standard, 4.3.8). */
const CONTENT_TAGS: ReadonlySet<string> = new Set(['article', 'blockquote', 'main', 'section', 'figure', 'li', 'td']);
const MARGIN_TAGS: ReadonlySet<string> = new Set(['header', 'footer', 'aside']);

export interface PageContent {
  /** What to read, in document order. */
  readonly roots: readonly Element[];
  /** Elements below the roots that are to be left out; of a header only its headings are read. */
  readonly isMargin: (element: Element) => boolean;
}

/** Finds what a page says among what surrounds it: its `<main>`, else its articles, else all but its margins. */
export function findContent(body: Element): PageContent {
  const lengths = visibleLengths(body);
  const lengthOf = (element: Element): number => lengths.get(element) ?? 0;
  const total = lengthOf(body);
  const isMargin = (element: Element): boolean =>
    (MARGIN_TAGS.has(element.tagName) && !isWithin(element, CONTENT_TAGS)) ||
    (element.tagName === 'form' && lengthOf(element) <= MIN_PAGE_FORM_SHARE * total);

  const readable = [...descendants(body, (element) => !isUnread(element))].filter((element) => !isUnread(element));
  const mains = readable.filter((element) => isMain(element) && !isWithin(element, MAIN_TAGS) && lengthOf(element) > 0);
  if (mains.length > 0) return { roots: mains, isMargin };

  const articles = readable.filter(
    (element) => element.tagName === 'article' && !isWithin(element, ARTICLE_TAGS) && lengthOf(element) > 0,
  );
  const margins = readable.filter((element) => isMargin(element) && !isWithin(element, MARGIN_TAGS));
  const content = total - sum(margins.map(lengthOf));
  if (articles.length > 0 && sum(articles.map(lengthOf)) >= MIN_ARTICLE_SHARE * content)
    return { roots: articles, isMargin };
  return content > 0 ? { roots: [body], isMargin } : { roots: [body], isMargin: () => false };
}

function isMain(element: Element): boolean {
  return element.tagName === 'main' || attribute(element, 'role') === 'main';
}

/** Visible characters below each element, without recursion: children are added up when their parent is left. */
function visibleLengths(root: Element): Map<ParentNode, number> {
  const lengths = new Map<ParentNode, number>();
  const stack: { readonly node: Node; readonly parent: Element | undefined; readonly left: boolean }[] = [
    { node: root, parent: undefined, left: false },
  ];
  const add = (parent: Element | undefined, length: number): void => {
    if (parent && length > 0) lengths.set(parent, (lengths.get(parent) ?? 0) + length);
  };
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, parent, left } = step;
    if (isText(node)) add(parent, node.value.replace(/\s+/g, '').length);
    else if (!isElement(node) || (!left && node !== root && isUnread(node))) continue;
    else if (left) add(parent, lengths.get(node) ?? 0);
    else {
      stack.push({ node, parent, left: true });
      pushReversed(
        stack,
        childrenOf(node).map((child) => ({ node: child, parent: node, left: false })),
      );
    }
  }
  return lengths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
