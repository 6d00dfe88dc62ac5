import {
  attribute,
  childrenOf,
  descendants,
  type Element,
  headingLevel,
  isBlock,
  isElement,
  isText,
  isUnread,
  isWithin,
  makeElement,
  makeText,
  type Node,
  pushReversed,
  setChildren,
  startOfText,
} from './dom.js';

/** Longer texts of a tab are no label. In UTF-16 code units. */
const MAX_LABEL = 200;
const MAX_LABEL_NODES = 50;
/** Longer panels get a heading of their own rather than a label before their first words. In UTF-16 code units. */
const MAX_PREFIXED = 600;
const MAX_PANEL_NODES = 200;
/** Elements within each other before the first words of a panel. */
const MAX_LEVELS = 20;
const PROSE: ReadonlySet<string> = new Set(['div', 'p', 'section', 'article', 'center']);
/** Nodes of a panel that are looked at to tell whether it is a menu. */
const MAX_MENU_NODES = 500;

const HIDING_ATTRIBUTES: ReadonlySet<string> = new Set(['hidden', 'aria-hidden', 'inert']);
const HIDING_DECLARATION = /^\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;
/** What opens over a page or beside it rather than in it. */
const OVERLAY =
  /(?:^|[-_\s])(?:menu|submenu|nav|navbar|navigation|dropdown|modal|dialog|popup|popover|tooltip|overlay|drawer|offcanvas|sidebar|cookies?|consent|gdpr|newsletter|search|lightbox|toast|snackbar|backdrop|share|login|signin)(?:[-_\s]|$)/i;
const OVERLAY_ROLES: ReadonlySet<string> = new Set(
  'menu menubar dialog alertdialog navigation search listbox tree tooltip status alert'.split(' '),
);
/** Classes by which well-known libraries name what a tab or an accordion opens. */
const PANEL_CLASS =
  /(?:^|\s)(?:tab-?(?:pane|panel|content)|tabs?__(?:pane|panel|content)|tabbed-block|accordion-?(?:body|collapse|content|panel)|accordion__(?:body|content|panel)|collapse|panel-collapse|collapsible-(?:body|content)|mat-expansion-panel-content|MuiAccordion-region|MuiCollapse-root)(?:\s|$)/i;
const OUTSIDE: ReadonlySet<string> = new Set(['nav', 'menu', 'dialog', 'header', 'footer', 'aside']);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** A button that opens the rest of a text does not name it. */
const MORE = /^(?:show|read|see|view|load|open|expand|toggle|more|less|mehr|weniger|voir|lire|ver|leer)\b.{0,20}$/i;

/** What a page says of its tabs and of what else opens at a click. */
interface Controls {
  readonly byId: ReadonlyMap<string, Element>;
  /** Tabs and buttons by the id of what they open. */
  readonly openers: ReadonlyMap<string, Element>;
  /** The tabs of each list. */
  readonly tabs: ReadonlyMap<Element, readonly Element[]>;
}

interface Label {
  readonly text: string;
  /** Of the heading that it may become. */
  readonly level: number;
}

/**
 * Opens the closed panels of a page in its tree: tabs, accordions and whatever else a click shows in its place. Each begins with
 * the label of its tab. That of a long panel is a heading, unless text without a heading of its own follows behind the panels,
 * which would fall under the last label. Menus, dialogs and the like stay closed.
 */
export function openPanels(body: Element): void {
  const controls = readControls(body);
  const labels = new Map<Element, Label>();
  let level = 1;
  let list: readonly Element[] = [];
  let place = 0;
  for (const element of descendants(body)) {
    level = headingLevel(element) ?? level;
    if (element.tagName === 'button' && isWithin(element, HEADINGS)) readAsText(element);
    const tabs = controls.tabs.get(element);
    if (tabs) [list, place] = [tabs, 0];
    const isTabPanel = attribute(element, 'role') === 'tabpanel';
    const opener = openerOf(element, controls);
    if (!isTabPanel && !opener && !PANEL_CLASS.test(attribute(element, 'class') ?? '')) continue;
    if (isOverlay(element, opener)) continue;
    show(element);
    const tab = isTabPanel ? (opener ?? labelledBy(element, controls) ?? list[place]) : opener;
    if (isTabPanel) place += 1;
    const text = labelOf(element, tab);
    if (text !== '') labels.set(element, { text, level: Math.min(level + 1, 6) });
  }
  addLabels(body, labels);
}

function readControls(body: Element): Controls {
  const byId = new Map<string, Element>();
  const openers = new Map<string, Element>();
  const tabs = new Map<Element, Element[]>();
  let list: Element[] = [];
  for (const element of descendants(body)) {
    const id = attribute(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    const role = attribute(element, 'role');
    if (role === 'tablist') tabs.set(element, (list = []));
    if (role === 'tab') list.push(element);
    const opened = openedBy(element, role);
    if (opened !== undefined && !openers.has(opened)) openers.set(opened, element);
  }
  return { byId, openers, tabs };
}

/** The id of what an element opens at a click. */
function openedBy(element: Element, role: string | undefined): string | undefined {
  const toggle = attribute(element, 'data-bs-toggle') ?? attribute(element, 'data-toggle') ?? '';
  const isToggle =
    role === 'tab' || attribute(element, 'aria-expanded') !== undefined || /^(?:collapse|tab|pill)$/.test(toggle);
  if (!isToggle || (attribute(element, 'aria-haspopup') ?? 'false') !== 'false') return undefined;
  const target = ['aria-controls', 'data-bs-target', 'data-target', 'href'].map((name) => attribute(element, name));
  return target.find((one) => one !== undefined)?.replace(/^#/, '');
}

/** Of several elements with one id, the first is meant. */
function openerOf(element: Element, { byId, openers }: Controls): Element | undefined {
  const id = attribute(element, 'id');
  return id !== undefined && byId.get(id) === element ? openers.get(id) : undefined;
}

function labelledBy(panel: Element, { byId }: Controls): Element | undefined {
  const id = /^\s*(\S+)/.exec(attribute(panel, 'aria-labelledby') ?? '')?.[1];
  return id === undefined ? undefined : byId.get(id);
}

/** Whether an element is named as what opens over a page. */
export function isOverlayName(element: Element): boolean {
  const names = [attribute(element, 'class'), attribute(element, 'id')];
  return (
    OVERLAY_ROLES.has(attribute(element, 'role') ?? '') ||
    names.some((name) => name !== undefined && OVERLAY.test(name)) ||
    isMenu(element)
  );
}

function isOverlay(panel: Element, opener: Element | undefined): boolean {
  if (OVERLAY_ROLES.has(attribute(panel, 'role') ?? '')) return true;
  if (OUTSIDE.has(panel.tagName) || isWithin(panel, OUTSIDE)) return true;
  const names = [panel, opener].flatMap((one) => (one ? [attribute(one, 'class'), attribute(one, 'id')] : []));
  return names.some((name) => name !== undefined && OVERLAY.test(name)) || isMenu(panel);
}

/** Whether all of its text is in links. */
function isMenu(panel: Element): boolean {
  let links = 0;
  let read = 0;
  const stack: Node[] = [panel];
  for (let node = stack.pop(); node && read < MAX_MENU_NODES; node = stack.pop()) {
    read += 1;
    if (isText(node) && node.value.trim() !== '') return false;
    if (isElement(node) && node.tagName === 'a') links += 1;
    else pushReversed(stack, childrenOf(node));
  }
  return links > 1;
}

function show(panel: Element): void {
  panel.attrs = panel.attrs.flatMap((one) => {
    if (HIDING_ATTRIBUTES.has(one.name)) return [];
    if (one.name !== 'style') return [one];
    const kept = one.value.split(';').filter((declaration) => !HIDING_DECLARATION.test(declaration));
    return [{ ...one, value: kept.join(';') }];
  });
  // A template holds what a script would show when the tab is chosen.
  const children = childrenOf(panel);
  if (!children.some(isTemplate)) return;
  setChildren(
    panel,
    children.flatMap((child) => (isTemplate(child) ? childrenOf(child.content) : [child])),
  );
}

function isTemplate(node: Node): node is Element & { content: Node } {
  return isElement(node) && node.tagName === 'template' && 'content' in node;
}

/** Empty where the label stands before the panel anyway: as a heading, or as text. */
function labelOf(panel: Element, source: Element | undefined): string {
  if (!source) return (attribute(panel, 'aria-label') ?? '').trim().slice(0, MAX_LABEL);
  if (attribute(source, 'role') !== 'tab' && source.tagName !== 'button') return '';
  if (HEADINGS.has(source.tagName) || isWithin(source, HEADINGS)) return '';
  const label = startOfText(source, MAX_LABEL_NODES);
  return label.length > MAX_LABEL || MORE.test(label) ? '' : label;
}

/** The heading of an accordion is a button within one. */
function readAsText(button: Element): void {
  button.tagName = 'span';
  button.nodeName = 'span';
}

function addLabels(body: Element, labels: ReadonlyMap<Element, Label>): void {
  if (labels.size === 0) return;
  const underHeading = panelsBeforeHeading(body, labels);
  for (const [panel, { text, level }] of labels) {
    const isSection = underHeading.has(panel) && startOfText(panel, MAX_PANEL_NODES).length > MAX_PREFIXED;
    const label = isSection || /[:?!.]$/.test(text) ? text : `${text}:`;
    const first = isSection ? undefined : firstProse(panel);
    if (first) {
      setChildren(first, [makeText(`${label} `), ...childrenOf(first)]);
      continue;
    }
    const block = makeElement(isSection ? `h${level}` : 'p');
    setChildren(block, [makeText(label)]);
    setChildren(panel, [block, ...childrenOf(panel)]);
  }
}

/** What holds the first words of a panel; undefined where they are no prose, such as code or a list. */
function firstProse(panel: Element): Element | undefined {
  let place = panel;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const first = childrenOf(place).find(
      (node) => (isText(node) && node.value.trim() !== '') || (isElement(node) && !isUnread(node)),
    );
    if (!first || !isElement(first) || !isBlock(first)) return first && place;
    if (!PROSE.has(first.tagName)) return undefined;
    place = first;
  }
  return undefined;
}

/** Panels behind which the next text outside of panels is a heading, or none comes. Reads the page from its end. */
function panelsBeforeHeading(body: Element, panels: ReadonlyMap<Element, unknown>): ReadonlySet<Element> {
  const before = new Set<Element>();
  let isHeading = true;
  let depth = 0;
  const stack: (Node | (() => void))[] = [...childrenOf(body)];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'function') {
      next();
      continue;
    }
    const node = next;
    if (isText(node) && depth === 0 && node.value.trim() !== '') isHeading = false;
    if (!isElement(node) || isUnread(node) || OUTSIDE.has(node.tagName)) continue;
    if (panels.has(node)) {
      if (depth === 0 && isHeading) before.add(node);
      depth += 1;
      stack.push(() => (depth -= 1));
    } else if (headingLevel(node) !== undefined) {
      if (depth === 0) isHeading = true;
      continue;
    }
    for (const child of childrenOf(node)) stack.push(child);
  }
  return before;
}
