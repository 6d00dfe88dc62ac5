import { memo, useRef } from 'react';
import { type Block, drawNode, readBlocks } from './read-markdown.js';

/** Markdown as elements. Of a text that grows only its last blocks are read and drawn again. */
export function Markdown({ text }: { readonly text: string }) {
  const before = useRef<readonly Block[]>([]);
  const blocks = readBlocks(text, before.current);
  before.current = blocks;
  return (
    <div className="markdown">
      {blocks.map(({ start, node }) => (
        <OuterBlock key={start} node={node} />
      ))}
    </div>
  );
}

const OuterBlock = memo(({ node }: Pick<Block, 'node'>) => drawNode(node, ({ value }) => value));
