import { singleLine } from '@arbiter/adapter-kit/documents';
import { looksLikeAccessField } from '@arbiter/contracts';
import { attribute, childrenOf, descendants, type Element, flatText, isElement, isText, type Node } from './dom.js';

/** "Created by Ann, last modified by Ben on Jan 31, 2026", as the export writes it in English. */
const MODIFIED_ON = /\bon (\p{L}{3,9} \d{1,2}, \d{4})\s*$/u;

/** Our name of a field, and the names under which pages give it, the most specific first. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  description: ['description', 'dcterms.description', 'dc.description', 'og:description'],
  author: ['author', 'dcterms.creator', 'dc.creator', 'article:author'],
  date: ['date', 'dcterms.date', 'dc.date', 'dcterms.created', 'article:published_time'],
  modified: ['dcterms.modified', 'article:modified_time', 'og:updated_time', 'last-modified'],
  keywords: ['keywords'],
};
/** Those that people ask for. Keywords are for machines, and the others stand in the text of the page. */
const ASKED = ['author', 'editor', 'date', 'modified', 'description'];

interface PageInformation {
  /** Empty when the page has none. */
  readonly title: string;
  readonly metadata: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * What a page says about itself in its head: title, language, description, author, date, keywords, and the groups that may read it
 * (`<meta name="access_groups" content="board">`, one for each).
 */
export function readPageInformation(document: Node): PageInformation {
  const given = new Map<string, string>();
  const groups: Record<string, string[]> = {};
  let title: string | undefined;
  let lang: string | undefined;
  for (const element of descendants(document, ({ tagName }) => tagName !== 'svg')) {
    if (element.tagName === 'html') lang = attribute(element, 'lang') ?? attribute(element, 'xml:lang');
    if (element.tagName === 'title') title ??= singleLine(childrenOf(element).map(textIn).join(''));
    if (element.tagName !== 'meta') continue;
    const name = (attribute(element, 'name') ?? attribute(element, 'property') ?? '').toLowerCase();
    const content = singleLine(attribute(element, 'content') ?? '').normalize('NFC');
    if (looksLikeAccessField(name)) (groups[name] ??= []).push(content);
    if (!given.get(name)) given.set(name, content);
  }
  const fields = Object.entries(FIELDS).flatMap(([field, names]) => {
    const value = names.map((name) => given.get(name)).find((content = '') => content !== '');
    return value === undefined ? [] : [[field, value] as const];
  });
  const language = lang?.trim() ?? '';
  return {
    title: title ?? '',
    metadata: { ...(language === '' ? {} : { lang: language }), ...Object.fromEntries(fields), ...groups },
  };
}

/** The fields of a page that people ask for and that its text does not say. */
export function unsaidFields(
  metadata: PageInformation['metadata'],
  text: string,
): Readonly<Record<string, string | readonly string[]>> {
  const said = singleLine(text).toLowerCase();
  return Object.fromEntries(
    ASKED.flatMap((name) => {
      const value = metadata[name];
      return typeof value === 'string' && !said.includes(value.toLowerCase()) ? [[name, value] as const] : [];
    }),
  );
}

function textIn(node: Node): string {
  return isText(node) ? node.value : '';
}

interface ConfluencePage extends PageInformation {
  /** What the page says, without breadcrumbs, dates, lists of attachments and of other pages. */
  readonly root: Element;
}

/**
 * A page of a space that Confluence has exported as HTML, told by the parts that its template gives every page: `#title-text`,
 * `#content` and, in it, `#main-content`.
 *
 * @returns null for any other page
 */
export function readConfluencePage(body: Element): ConfluencePage | null {
  const byId = new Map<string, Element>();
  const byClass = new Map<string, Element>();
  for (const element of descendants(body)) {
    const id = attribute(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const name of (attribute(element, 'class') ?? '').split(/\s+/)) {
      if (!byClass.has(name)) byClass.set(name, element);
    }
  }
  const root = byId.get('main-content');
  const heading = byId.get('title-text');
  if (!root || !heading || !byId.has('content') || !byId.has('title-heading')) return null;

  const crumbs = itemsOf(byId.get('breadcrumbs'));
  const [space] = crumbs;
  const dates = byClass.get('page-metadata');
  const modified = dates && MODIFIED_ON.exec(flatText(dates))?.[1];
  const attachments = linksIn(byId.get('attachments'));
  return {
    root,
    title: titleOf(flatText(heading), space),
    metadata: {
      ...(space !== undefined && { space }),
      ...(crumbs.length > 1 && { ancestors: crumbs.slice(1).join(' › ') }),
      ...textField('author', byClass.get('author')),
      ...textField('editor', byClass.get('editor')),
      ...(modified && { modified }),
      ...(attachments.length > 0 && { attachments: attachments.join(', ') }),
    },
  };
}

/** "Space Name : Page Title": the template puts the space before the title of every page. */
function titleOf(heading: string, space: string | undefined): string {
  const prefix = `${space ?? ''} : `;
  return space !== undefined && heading.startsWith(prefix) ? heading.slice(prefix.length) : heading;
}

function itemsOf(list: Element | undefined): string[] {
  return list ? [...descendants(list)].filter(({ tagName }) => tagName === 'li').map(flatText) : [];
}

/** Names of the files below the heading of the attachments. */
function linksIn(heading: Element | undefined): string[] {
  const holder = heading?.parentNode;
  const section = holder && isElement(holder) ? holder.parentNode : null;
  if (!section) return [];
  return [...descendants(section)]
    .filter((element) => element.tagName === 'a' && attribute(element, 'href')?.startsWith('attachments/') === true)
    .map((link) => singleLine(flatText(link)))
    .filter((name) => name !== '');
}

function textField(name: string, element: Element | undefined): Record<string, string> {
  const text = element ? flatText(element) : '';
  return text === '' ? {} : { [name]: text };
}
