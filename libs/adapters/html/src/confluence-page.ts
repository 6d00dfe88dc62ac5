import { singleLine } from '@arbiter/adapter-kit/documents';
import { attribute, descendants, isElement, type Element } from './dom.js';
import { flatText } from './flat-text.js';
import type { PageInformation } from './page-metadata.js';

export interface ConfluencePage extends PageInformation {
  /** What the page says, without breadcrumbs, dates, lists of attachments and of other pages. */
  readonly root: Element;
}

/** "Created by Ann, last modified by Ben on Jan 31, 2026", as the export writes it in English. */
const MODIFIED_ON = /\bon (\p{L}{3,9} \d{1,2}, \d{4})\s*$/u;

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
