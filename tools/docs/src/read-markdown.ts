import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

export interface Located {
  /** From 1. */
  readonly line: number;
}

export interface MarkdownLink extends Located {
  readonly url: string;
}

export interface MarkdownCode extends Located {
  /** First word of the fence's info; `inline` for code within a sentence. */
  readonly language: string;
  readonly text: string;
  /** File that the block is an excerpt of, named in the comment `<!-- from PATH -->` right before it; null for none. */
  readonly excerptOf: string | null;
}

export interface MarkdownPage {
  /** Targets of links, images and definitions. */
  readonly links: readonly MarkdownLink[];
  readonly codes: readonly MarkdownCode[];
  /** Fragments that its headings can be linked by. */
  readonly anchors: ReadonlySet<string>;
}

const EXCERPT_COMMENT = /^<!-- from (\S+) -->$/;

/** Reads the links and quotations of a page. */
export function readMarkdown(text: string): MarkdownPage {
  const links: MarkdownLink[] = [];
  const codes: MarkdownCode[] = [];
  const slugs: string[] = [];
  let excerptOf: string | null = null;
  for (const node of nodesOf(fromMarkdown(text))) {
    const line = node.position?.start.line ?? 0;
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      links.push({ url: node.url, line });
    if (node.type === 'inlineCode') codes.push({ language: 'inline', text: node.value, excerptOf: null, line });
    if (node.type === 'code') codes.push({ language: node.lang ?? '', text: node.value, excerptOf, line });
    if (node.type === 'heading') slugs.push(slugOf(wordsOf(node)));
    excerptOf = node.type === 'html' ? (EXCERPT_COMMENT.exec(node.value)?.[1] ?? null) : null;
  }
  return { links, codes, anchors: new Set(slugs.map((slug, at) => numbered(slug, slugs.slice(0, at)))) };
}

/** In document order. */
function nodesOf(node: Nodes | Root): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap((child) => nodesOf(child)) : [])];
}

function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('');
  return 'value' in node ? node.value : '';
}

/** The fragment that GitHub gives a heading: lower case, punctuation left out, hyphens for spaces. */
function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** A heading that stood before gets a number. */
function numbered(slug: string, before: readonly string[]): string {
  const same = before.filter((other) => other === slug).length;
  return same === 0 ? slug : `${slug}-${same}`;
}
