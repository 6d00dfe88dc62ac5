import { Fragment, memo, type ReactNode, useRef } from 'react';
import type { Text as TextNode } from 'mdast';
import { type CheckedClaim, cutText, NO_OVERLAY, type Overlay, placeSigns } from './overlay.js';
import { type Block, drawNode, readBlocks } from './read-markdown.js';

/** How the numbers and signs in a text are drawn. */
export interface TextParts {
  marker(marker: number): ReactNode;
  sign(claim: CheckedClaim): ReactNode;
  /** Below the block in which the sign of these claims stands. */
  below(claims: readonly CheckedClaim[]): ReactNode;
}

const NO_PARTS: TextParts = { marker: () => null, sign: () => null, below: () => null };

interface MarkdownProps {
  readonly text: string;
  readonly overlay?: Overlay;
  /** Keep its identity, else all is drawn again. */
  readonly parts?: TextParts;
}

/** Markdown as elements. Of a text that grows only its last blocks are read and drawn again. */
export function Markdown({ text, overlay = NO_OVERLAY, parts = NO_PARTS }: MarkdownProps) {
  const before = useRef<readonly Block[]>([]);
  const blocks = readBlocks(text, before.current);
  before.current = blocks;
  return (
    <div className="markdown">
      {blocks.map((block) => (
        <OuterBlock key={block.start} block={block} overlay={overlay} parts={parts} />
      ))}
    </div>
  );
}

const OuterBlock = memo(function OuterBlock({
  block,
  overlay,
  parts,
}: Required<Omit<MarkdownProps, 'text'>> & { readonly block: Block }) {
  const signs = placeSigns(block, overlay.claims);
  const claims = [...signs.values()].flat();
  const drawText = (node: TextNode, key: number) => {
    if (overlay === NO_OVERLAY) return node.value;
    const start = block.origin + (node.position?.start.offset ?? 0);
    const pieces = cutText(node.value, start, overlay, signs.get(node)).map((piece, index) => {
      if (piece.kind === 'marker') return <Fragment key={index}>{parts.marker(piece.marker)}</Fragment>;
      if (piece.kind === 'sign') return <Fragment key={index}>{parts.sign(piece.claim)}</Fragment>;
      if (piece.isUnsupported) {
        return (
          <span key={index} className="unsupported" title="Not clearly supported by the sources">
            {piece.text}
          </span>
        );
      }
      return piece.isShort ? <b key={index}>{piece.text}</b> : piece.text;
    });
    return <Fragment key={key}>{pieces}</Fragment>;
  };
  return (
    <>
      {drawNode(block.node, drawText)}
      {claims.length > 0 && parts.below(claims)}
    </>
  );
});
