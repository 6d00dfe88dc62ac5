import { singleLine } from '@arbiter/adapter-kit/documents';
import { attribute, childrenOf, descendants, isText, type Node } from './dom.js';

/** Our name of a field, and the names under which pages give it, the most specific first. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  description: ['description', 'dcterms.description', 'dc.description', 'og:description'],
  author: ['author', 'dcterms.creator', 'dc.creator', 'article:author'],
  date: ['date', 'dcterms.date', 'dc.date', 'dcterms.created', 'article:published_time'],
  keywords: ['keywords'],
};

export interface PageInformation {
  /** Empty when the page has none. */
  readonly title: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What a page says about itself in its head: title, language, description, author, date and keywords. */
export function readPageInformation(document: Node): PageInformation {
  const given = new Map<string, string>();
  let title: string | undefined;
  let lang: string | undefined;
  for (const element of descendants(document, ({ tagName }) => tagName !== 'svg')) {
    if (element.tagName === 'html') lang = attribute(element, 'lang') ?? attribute(element, 'xml:lang');
    if (element.tagName === 'title') title ??= singleLine(childrenOf(element).map(textIn).join(''));
    if (element.tagName !== 'meta') continue;
    const name = (attribute(element, 'name') ?? attribute(element, 'property') ?? '').toLowerCase();
    const content = singleLine(attribute(element, 'content') ?? '').normalize('NFC');
    if (name !== '' && content !== '' && !given.has(name)) given.set(name, content);
  }
  const fields = Object.entries(FIELDS).flatMap(([field, names]) => {
    const value = names.map((name) => given.get(name)).find((content) => content !== undefined);
    return value === undefined ? [] : [[field, value] as const];
  });
  const language = lang?.trim() ?? '';
  return {
    title: title ?? '',
    metadata: { ...(language === '' ? {} : { lang: language }), ...Object.fromEntries(fields) },
  };
}

function textIn(node: Node): string {
  return isText(node) ? node.value : '';
}
