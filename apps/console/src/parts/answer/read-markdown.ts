import type { Nodes, PhrasingContent, RootContent, Text } from 'mdast';
import { type CompileContext, type Extension, fromMarkdown, type Token } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { createElement, Fragment, type ReactNode } from 'react';

/** A block at the outermost level. The sources of all blocks, joined, are the text but for blank lines at its end. */
export interface Block {
  /** Offset in the text, UTF-16 code units; so are all offsets. */
  readonly start: number;
  readonly source: string;
  /** Its positions count from where the reading began: in a text that was read before, not from the beginning of the text. */
  readonly node: RootContent;
}

// HTML stays as the characters that it is, and "[1]" a marker, even where the text defines a link of that name.
const DISABLED = ['htmlFlow', 'htmlText', 'definition', 'characterReference'];
const SYNTAX = [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), { disable: { null: DISABLED } }];
const TREE: Extension[] = [
  // Its transforms make texts that have no place.
  { ...gfmAutolinkLiteralFromMarkdown(), transforms: [] },
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  { enter: { data: beginText, characterEscape: beginText } },
];

/** Begins a text of its own where one is not what stands in the source from its start on: behind an escape or an indentation. */
function beginText(this: CompileContext, { type, start, end }: Token): undefined {
  const { children } = this.stack.at(-1) as { children: PhrasingContent[] };
  const last = children.at(-1);
  const [from = 0, to = 0] = [last?.position?.start.offset, last?.position?.end.offset];
  const goesOn = type === 'data' && last?.type === 'text' && to === start.offset && to - from === last.value.length;
  if (!goesOn) children.push({ type: 'text', value: '', position: { start: { ...start }, end } });
  // What ends a text closes the one that lies here.
  this.stack.push(children.at(-1) as Text);
}

/**
 * Reads Markdown that a program wrote.
 *
 * @param before blocks of an earlier state of a text that grows: those that are finished come back as the same objects, so that
 *   nobody draws them again
 */
export function readBlocks(text: string, before: readonly Block[] = []): readonly Block[] {
  // The last block may go on, or be joined to the one before it.
  let kept = before.slice(0, -2);
  if (!text.startsWith(kept.map(({ source }) => source).join(''))) kept = [];
  const last = kept.at(-1);
  const origin = last ? last.start + last.source.length : 0;
  let start = origin;
  const read = fromMarkdown(text.slice(origin), { extensions: SYNTAX, mdastExtensions: TREE }).children.map((node) => {
    const block = { start, source: text.slice(start, origin + (node.position?.end.offset ?? 0)), node };
    start += block.source.length;
    return before.find((one) => one.start === block.start && one.source === block.source) ?? block;
  });
  return [...kept, ...read];
}

/** All running text of a node, in order. */
export function textsOf(node: Nodes): readonly Text[] {
  if (node.type === 'text') return [node];
  return 'children' in node ? node.children.flatMap(textsOf) : [];
}

const TAGS: Readonly<Partial<Record<Nodes['type'], string>>> = {
  ...{ paragraph: 'p', blockquote: 'blockquote', listItem: 'li', thematicBreak: 'hr' },
  ...{ strong: 'strong', emphasis: 'em', delete: 'del', break: 'br' },
};

/**
 * A node as elements that run nothing, load nothing, and lead only to addresses of http and https.
 *
 * @param drawText draws running text; of code and images there is none
 */
export function drawNode(node: Nodes, drawText: (node: Text, key: number) => ReactNode, key = 0): ReactNode {
  const drawAll = (nodes: readonly Nodes[]) => nodes.map((one, index) => drawNode(one, drawText, index));
  const element = (tag: string | typeof Fragment, more: object = {}) =>
    createElement(tag, { key, ...more }, ...('children' in node ? drawAll(node.children) : []));
  switch (node.type) {
    case 'text':
      return drawText(node, key);
    case 'inlineCode':
      return createElement('code', { key }, node.value);
    case 'code':
      // What is wider than the page scrolls by keys, too.
      return createElement('pre', { key, tabIndex: 0 }, createElement('code', null, node.value));
    case 'image':
      // It would be loaded from wherever the text says.
      return node.alt;
    case 'heading':
      return element(node.depth <= 2 ? 'h3' : 'h4');
    case 'list':
      return node.ordered ? element('ol', { start: node.start ?? 1 }) : element('ul');
    case 'link': {
      const href = webAddress(node.url);
      if (href === null) return element(Fragment);
      return element('a', { href, title: href, target: '_blank', rel: 'noreferrer noopener' });
    }
    case 'table': {
      const [head, ...rows] = node.children.map(({ children }, at) => {
        const [tag, scope] = at === 0 ? ['th', 'col'] : ['td'];
        const cells = children.map((cell, index) =>
          createElement(tag, { key: index, scope }, ...drawAll(cell.children)),
        );
        return createElement('tr', { key: at }, ...cells);
      });
      const body = createElement('tbody', null, ...rows);
      const table = createElement('table', null, createElement('thead', null, head), body);
      return createElement('div', { key, className: 'wide', tabIndex: 0, role: 'group', 'aria-label': 'Table' }, table);
    }
    default: {
      const tag = TAGS[node.type];
      return tag === undefined ? null : element(tag);
    }
  }
}

/** An address that a click may open; null for every other, such as of the scheme `javascript`. */
export function webAddress(href: string): string | null {
  return /^https?:\/\//i.test(href) && URL.canParse(href) ? new URL(href).href : null;
}
