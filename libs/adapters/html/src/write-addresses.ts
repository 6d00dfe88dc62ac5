import { addressBehind } from '@arbiter/adapter-kit/documents';
import {
  attribute,
  childrenOf,
  descendants,
  type Element,
  isBlock,
  isUnread,
  isWithin,
  makeText,
  type Node,
  setChildren,
  startOfText,
} from './dom.js';

/** Nodes of a link whose text is read. */
const MAX_NODES = 100;
/** From so many links on, the host that most of them lead to is the page's own: a saved page has absolute links. */
const MIN_OWN_LINKS = 20;
const MIN_OWN_SHARE = 0.5;

/** In code an address would be code, and in a heading it would stand in every passage below. */
const UNADDRESSED: ReadonlySet<string> = new Set(['pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const WEB = /^\s*https?:/i;

/**
 * Writes behind each link where it leads, unless that is a part of the same site: a mailbox, a telephone, a page elsewhere.
 *
 * @param hosts of the site; see {@link ownHosts}
 */
export function writeAddresses(root: Element, hosts: ReadonlySet<string>): void {
  for (const link of descendants(root, (element) => !isUnread(element))) {
    if (link.tagName !== 'a' || isUnread(link)) continue;
    const target = attribute(link, 'href') ?? '';
    if (WEB.test(target) && hosts.has(hostOf(target))) continue;
    if (holdsBlock(link)) continue;
    const label = startOfText(link, MAX_NODES);
    const address = addressBehind(target, label);
    if (address === undefined || isWithin(link, UNADDRESSED)) continue;
    setChildren(link, [...childrenOf(link), makeText(address)]);
  }
}

/** Hosts of the site that a page belongs to: those that it names as its own, and the one that most of its links lead to. */
export function ownHosts(document: Node): ReadonlySet<string> {
  const hosts = new Set<string>();
  const counts = new Map<string, number>();
  let links = 0;
  for (const element of descendants(document)) {
    const target = attribute(element, 'href') ?? '';
    if (element.tagName === 'a' && WEB.test(target)) {
      links += 1;
      const host = hostOf(target);
      counts.set(host, (counts.get(host) ?? 0) + 1);
    }
    const own = ownAddress(element, target);
    if (own !== undefined) hosts.add(hostOf(own));
  }
  for (const [host, count] of counts) {
    if (links >= MIN_OWN_LINKS && count > MIN_OWN_SHARE * links) hosts.add(host);
  }
  hosts.delete('');
  return hosts;
}

function ownAddress(element: Element, target: string): string | undefined {
  if (element.tagName === 'base') return target;
  if (element.tagName === 'link' && attribute(element, 'rel')?.toLowerCase() === 'canonical') return target;
  if (element.tagName === 'meta' && attribute(element, 'property') === 'og:url') return attribute(element, 'content');
  return undefined;
}

function hostOf(address: string): string {
  return /^\s*https?:\/\/(?:[^/?#@\s]{0,200}@)?(?:www\.)?([^/?#:\s]{1,253})/i.exec(address)?.[1]?.toLowerCase() ?? '';
}

function holdsBlock(link: Element): boolean {
  let read = 0;
  for (const element of descendants(link)) {
    if (isBlock(element) || ++read > MAX_NODES) return true;
  }
  return false;
}
