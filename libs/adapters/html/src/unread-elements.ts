import { attribute, childrenOf, isElement, isText } from './dom.js';
import type { Element } from './dom.js';

/** Code, controls, navigation and pictures: nothing in them is part of what the page says. */
const UNREAD_TAGS: ReadonlySet<string> = new Set(
  (
    'script style template noscript head title nav svg canvas iframe frame frameset object embed applet audio video map ' +
    'button input select textarea datalist progress meter menuitem annotation annotation-xml'
  ).split(' '),
);

const UNREAD_ROLES: ReadonlySet<string> = new Set(
  'navigation menu menubar search toolbar tablist dialog alertdialog doc-noteref doc-backlink doc-toc'.split(' '),
);

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!important\s*)?(?:;|$)/i;

/** Whether a reader of the page does not see an element, or sees it as furniture. */
export function isUnread(element: Element): boolean {
  if (UNREAD_TAGS.has(element.tagName)) return true;
  if (element.tagName === 'sup' && isFootnoteMark(element)) return true;
  if (element.tagName === 'a' && isPermalink(element)) return true;
  if (element.tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  if (element.attrs.length === 0) return false;
  const hidden = attribute(element, 'hidden');
  return (
    (hidden !== undefined && hidden !== 'until-found') ||
    attribute(element, 'aria-hidden') === 'true' ||
    UNREAD_ROLES.has(attribute(element, 'role') ?? '') ||
    HIDING_STYLE.test(attribute(element, 'style') ?? '')
  );
}

/** `<sup><a href="#note-1">1</a></sup>`: kept, it would stick to a word or read as a citation. */
function isFootnoteMark(element: Element): boolean {
  const [only, ...others] = childrenOf(element).filter((node) => !(isText(node) && node.value.trim() === ''));
  return only !== undefined && others.length === 0 && isElement(only) && isFragmentLink(only);
}

/** The mark beside a heading that links to it: one sign, no letter or digit. */
function isPermalink(element: Element): boolean {
  if (!isFragmentLink(element)) return false;
  const [only, ...others] = childrenOf(element);
  return only !== undefined && others.length === 0 && isText(only) && /^[^\p{L}\p{N}]{1,2}$/u.test(only.value.trim());
}

function isFragmentLink(element: Element): boolean {
  return element.tagName === 'a' && (attribute(element, 'href') ?? '').startsWith('#');
}
