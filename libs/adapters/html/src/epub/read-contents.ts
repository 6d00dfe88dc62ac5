import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import { decodeXml, elementsNamed, readXml, type XmlElement } from '../container/read-xml.js';
import type { ZipContainer } from '../container/zip-container.js';
import { resolvePath } from './resolve-path.js';

export interface ContentsEntry {
  readonly title: string;
  /** 1 is outermost. */
  readonly level: number;
}

/** What the table of contents calls each chapter; the first entry that leads to it. Empty when there is none. */
export async function readContents(
  container: ZipContainer,
  path: string | undefined,
): Promise<ReadonlyMap<string, ContentsEntry>> {
  const entries = new Map<string, ContentsEntry>();
  const bytes = path === undefined ? undefined : await container.read(path).catch(() => undefined);
  if (path === undefined || !bytes) return entries;
  const root = readXml(decodeXml(bytes));
  const add = (target: string | undefined, text: string, level: number): void => {
    const title = singleLine(normalizeText(text));
    const chapter = resolvePath(path, target ?? '');
    if (title !== '' && target !== undefined && !entries.has(chapter)) entries.set(chapter, { title, level });
  };
  visit(root, 'navPoint', 0, (point, level) => {
    const label = point.children.find(({ name }) => name === 'navLabel');
    add(point.children.find(({ name }) => name === 'content')?.attributes.src, label?.text ?? '', level);
  });
  const navigation = elementsNamed(root, 'nav').find(({ attributes }) => (attributes.type ?? 'toc') === 'toc');
  if (navigation) {
    visit(navigation, 'li', 0, (item, level) => {
      const link = item.children.find(({ name }) => name === 'a');
      add(link?.attributes.href, link?.text ?? '', level);
    });
  }
  return entries;
}

/** Calls back for each element of a name with its depth among those, from 1. */
function visit(
  root: XmlElement,
  name: string,
  depth: number,
  found: (element: XmlElement, level: number) => void,
): void {
  const stack = root.children.map((element) => ({ element, level: depth })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { element } = next;
    const level = element.name === name ? next.level + 1 : next.level;
    if (element.name === name) found(element, level);
    for (const child of [...element.children].reverse()) stack.push({ element: child, level });
  }
}
