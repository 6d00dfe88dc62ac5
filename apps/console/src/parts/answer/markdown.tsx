import { createContext, createElement, Fragment, memo, type ReactNode, useContext, useRef } from 'react';
import { type CheckedClaim, cutText, NO_OVERLAY, type Overlay, placeSigns } from './overlay.js';
import { type Block, type Node, readBlocks, type TextNode } from './read-markdown.js';

/** How the numbers and signs in a text are drawn. */
export interface TextParts {
  marker(marker: number): ReactNode;
  sign(claim: CheckedClaim): ReactNode;
  /** Below the block in which the sign of these claims stands. */
  below(claims: readonly CheckedClaim[]): ReactNode;
}

interface Drawing {
  readonly overlay: Overlay;
  readonly parts: TextParts;
  readonly signs: ReadonlyMap<TextNode, readonly CheckedClaim[]>;
}

const NO_PARTS: TextParts = { marker: () => null, sign: () => null, below: () => null };
const DrawingContext = createContext<Drawing>({ overlay: NO_OVERLAY, parts: NO_PARTS, signs: new Map() });

interface MarkdownProps {
  readonly text: string;
  readonly overlay?: Overlay;
  /** Keep its identity, else all is drawn again. */
  readonly parts?: TextParts;
}

/** Markdown as elements. Of a text that grows only its last block is read and drawn again. */
export function Markdown({ text, overlay = NO_OVERLAY, parts = NO_PARTS }: MarkdownProps) {
  const before = useRef<readonly Block[]>([]);
  const blocks = readBlocks(text, before.current);
  before.current = blocks;
  return (
    <div className="markdown">
      {blocks.map((block) =>
        block.node ? <OuterBlock key={block.start} block={block} overlay={overlay} parts={parts} /> : null,
      )}
    </div>
  );
}

const OuterBlock = memo(function OuterBlock({
  block,
  overlay,
  parts,
}: Required<Omit<MarkdownProps, 'text'>> & { readonly block: Block }) {
  const { node, start, source } = block;
  if (!node) return null;
  const signs = placeSigns(node, { start, end: start + source.length }, overlay.claims);
  const claims = [...signs.values()].flat();
  return (
    <DrawingContext value={{ overlay, parts, signs }}>
      {draw(node, 0)}
      {claims.length > 0 && parts.below(claims)}
    </DrawingContext>
  );
});

function draw(node: Node, key: number): ReactNode {
  if (typeof node === 'string') return node;
  if ('text' in node) return <Text key={key} node={node} />;
  const children = node.children.map(draw);
  switch (node.tag) {
    case 'a':
      return (
        <a key={key} href={node.href} target="_blank" rel="noreferrer noopener" title={node.href}>
          {children}
        </a>
      );
    case 'table':
      return (
        <div key={key} className="wide" tabIndex={0} role="group" aria-label="Table">
          <table>{children}</table>
        </div>
      );
    default: {
      // What is wider than the page scrolls by keys, too.
      const extra = { pre: { tabIndex: 0 }, ol: { start: node.first }, th: { scope: 'col' } }[node.tag as 'pre'];
      return createElement(node.tag, { key, ...extra }, ...children);
    }
  }
}

function Text({ node }: { readonly node: TextNode }) {
  const { overlay, parts, signs } = useContext(DrawingContext);
  if (overlay === NO_OVERLAY) return node.text;
  return cutText(node, overlay, signs.get(node)).map((piece, index) => {
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
}
