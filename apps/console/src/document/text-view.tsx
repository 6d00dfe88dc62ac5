import { memo, useMemo, useRef } from 'react';
import {
  cutBlocks,
  cutSegments,
  cutSlabs,
  indexAt,
  type Block,
  type Heading,
  type Marks,
  type Segment,
  type Span,
} from './cut-text.js';
import { useHeldGoal, useNear } from './use-near.js';

/** Guessed until a slab has been drawn: of a line in pixels, and letters on it. */
const LINE = { height: 25, letters: 75 };

/** An offset that is brought into view. Another object brings it there again. */
export interface Goal {
  readonly at: number;
}

interface TextViewProps {
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly isCode: boolean;
  readonly marks: Marks;
  readonly goal: Goal | null;
}

/** The stored text itself, every unit of it in order: what is marked lies between the offsets, whatever the format was. */
export function TextView({ text, headings, isCode, marks, goal }: TextViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const slabs = useMemo(() => cutSlabs(text), [text]);
  const { near, heights } = useNear(box, content, slabs);
  const isHeld = useHeldGoal(box, content, goal);
  const shown = indexAt(slabs, goal?.at ?? 0);
  const isDrawn = (index: number) =>
    near.has(index) || (near.size === 0 || isHeld.current ? Math.abs(index - shown) <= 1 : false);
  return (
    // A box that scrolls must be reachable by keyboard.
    <div ref={box} className="document-view" tabIndex={0} role="region" aria-label="Text of the document">
      <div ref={content} className="document-text" data-code={isCode || undefined}>
        {slabs.map((slab, index) => (
          // The same element whether it is drawn or not: it is what is watched.
          <div
            key={index}
            data-index={index}
            style={isDrawn(index) ? undefined : { blockSize: heights.get(index) ?? heightOf(slab) }}
          >
            {isDrawn(index) && <Slab {...{ text, slab, headings, isCode, marks }} goal={goal?.at} />}
          </div>
        ))}
      </div>
    </div>
  );
}

function heightOf({ start, end }: Span): number {
  return Math.ceil((end - start) / LINE.letters) * LINE.height;
}

interface SlabProps extends Omit<TextViewProps, 'goal'> {
  readonly slab: Span;
  readonly goal: number | undefined;
}

const Slab = memo(function Slab({ text, slab, headings, isCode, marks, goal }: SlabProps) {
  const blocks = useMemo(() => cutBlocks(text, slab, headings, isCode), [text, slab, headings, isCode]);
  return blocks.map((block) => <BlockOf key={block.start} {...{ block, text, marks, goal }} />);
});

interface BlockProps extends Pick<SlabProps, 'text' | 'marks' | 'goal'> {
  readonly block: Block;
}

function BlockOf({ block, text, marks, goal }: BlockProps) {
  const segments = cutSegments(block, marks, goal).map((segment) => (
    <SegmentOf key={segment.start} {...{ segment, text, goal }} />
  ));
  if (block.kind !== 'heading') return <div className={block.kind}>{segments}</div>;
  // Below the title of the pane, which is an h2.
  return (
    <div className="heading" role="heading" aria-level={(block.level ?? 1) + 2} data-level={block.level}>
      {segments}
    </div>
  );
}

interface SegmentProps extends Pick<SlabProps, 'text' | 'goal'> {
  readonly segment: Segment;
}

function SegmentOf({ segment: { start, end, isMarked, found, page }, text, goal }: SegmentProps) {
  const words = text.slice(start, end);
  const isGoal = start === goal;
  const Element = isMarked ? 'mark' : 'span';
  return (
    <>
      {/* Said by the style sheet: a number of a page is no text of the document. */}
      {page !== undefined && <span className="page-start" data-page={page} />}
      {isMarked || found || isGoal ? (
        <Element data-found={found || undefined} data-goal={isGoal || undefined}>
          {words}
        </Element>
      ) : (
        words
      )}
    </>
  );
}
