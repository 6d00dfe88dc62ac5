import { tidyLines } from '@arbiter/adapter-kit/documents';
import type { PhrasingContent } from 'mdast';

/**
 * What a reader sees of inline markdown: emphasis without its marks, links as their text, images as their
 * alternative text. A line break that is meant stays one, one that is not becomes a space; marks of footnotes go,
 * since a stored "[1]" would read as a citation.
 */
export function flattenInline(nodes: readonly PhrasingContent[]): string {
  return tidyLines(nodes.map(textOf).join(''));
}

function textOf(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return node.value.replaceAll('\n', ' ');
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
      return /^<br\b/i.test(node.value) ? '\n' : '';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'footnoteReference':
      return '';
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
    case 'linkReference':
      return node.children.map(textOf).join('');
  }
}
