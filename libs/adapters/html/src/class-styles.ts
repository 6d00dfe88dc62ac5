import { attribute, childrenOf, descendants, type Element, isText, type Node } from './dom.js';

/** Characters of all style sheets of a page that are read, and classes that are remembered. */
const MAX_CSS = 500_000;
const MAX_CLASSES = 5_000;

/** One class, of any element or of one kind. */
const CLASS_SELECTOR = /^[a-z][a-z\d]{0,20}\.([\w-]{1,100})$|^\.([\w-]{1,100})$/i;
/** What decides how a text is to be read. */
const TELLING =
  /(?:^|;)\s*(text-decoration(?:-line)?\s*:[^;]*\bline-through\b|vertical-align\s*:\s*(?:super|sub|text-top)\b)/i;

/**
 * Writes into the `style` of elements what the page's own style sheets say of their classes where it decides how a text is read:
 * lines through it, and raised or lowered text. Word processors export all formatting as such classes. Only selectors of one
 * class are read, and an element's own style goes first.
 */
export function applyClassStyles(document: Node): void {
  const styles = new Map<string, string>();
  let left = MAX_CSS;
  for (const sheet of descendants(document)) {
    if (sheet.tagName !== 'style' || left <= 0) continue;
    const css = childrenOf(sheet)
      .map((node) => (isText(node) ? node.value : ''))
      .join('')
      .slice(0, left);
    left -= css.length;
    readRules(withoutComments(css), styles);
  }
  if (styles.size === 0) return;
  for (const element of descendants(document)) apply(element, styles);
}

function readRules(css: string, styles: Map<string, string>): void {
  for (const rule of css.split('}')) {
    const [body = '', selectors = ''] = rule.split('{').reverse();
    const telling = TELLING.exec(body)?.[1];
    if (telling === undefined) continue;
    for (const selector of selectors.split(',')) {
      const [, ofKind, ofAny] = CLASS_SELECTOR.exec(selector.trim()) ?? [];
      const name = ofKind ?? ofAny;
      if (name !== undefined && styles.size < MAX_CLASSES) styles.set(name, telling);
    }
  }
}

function apply(element: Element, styles: ReadonlyMap<string, string>): void {
  const own = attribute(element, 'style');
  const told = (attribute(element, 'class') ?? '')
    .split(/\s+/)
    .flatMap((name) => styles.get(name) ?? [])
    .filter((style) => !own?.includes(style.slice(0, 'text-decoration'.length)));
  if (told.length === 0) return;
  const style = [...(own === undefined ? [] : [own]), ...told].join(';');
  element.attrs = [...element.attrs.filter(({ name }) => name !== 'style'), { name: 'style', value: style }];
}

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  return [first, ...others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join('');
}
