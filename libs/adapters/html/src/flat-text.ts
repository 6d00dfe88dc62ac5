import { singleLine } from '@arbiter/adapter-kit/documents';
import { isBlock } from './block-elements.js';
import { attribute, childrenOf, isElement, isText, pushReversed, type Element, type Node } from './dom.js';
import { isUnread } from './unread-elements.js';

/** What a reader sees of an element, on one line: blocks and line breaks become spaces, inline elements do not break words. */
export function flatText(element: Element): string {
  let text = '';
  const stack: (Node | ' ')[] = [];
  pushReversed(stack, childrenOf(element));
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === ' ') text += node;
    else if (isText(node)) text += node.value;
    else if (isElement(node) && !isUnread(node)) {
      const apart = isBlock(node) || node.tagName === 'br';
      if (apart) text += ' ';
      if (node.tagName === 'img') text += attribute(node, 'alt') ?? '';
      if (apart) stack.push(' ');
      pushReversed(stack, childrenOf(node));
    }
  }
  return singleLine(text);
}
