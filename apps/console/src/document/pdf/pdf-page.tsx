import type { MarkedPage } from '@arbiter/contracts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { memo, useEffect, useRef, useState } from 'react';
import { Boxes } from '../boxes.js';
import { drawPage, type PageSize } from './draw-page.js';

export interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  /** From 1. */
  readonly number: number;
  /** In CSS pixels. */
  readonly width: number;
  /** Height over width. */
  readonly aspect: number;
  readonly isNear: boolean;
  readonly cited: MarkedPage['boxes'] | undefined;
  readonly found: MarkedPage['boxes'] | undefined;
  readonly outlined: MarkedPage['boxes'] | undefined;
  /** What of it is brought into view. */
  readonly goal: 'page' | 'cited' | 'found' | 'outlined' | undefined;
  readonly onSize: (number: number, size: PageSize) => void;
}

/** A page of its final size from the beginning, with its marks; its picture is drawn while it is near the view. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { pdf, number, width, aspect, isNear, cited, found, outlined, goal, onSize } = props;
  const holder = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const drawn = holder.current;
    if (!isNear || !drawn) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    drawPage({ pdf, number, width, holder: drawn, onSize: (size) => onSize(number, size), signal }).then(
      () => setFailed(false),
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
    return () => leaving.abort();
  }, [pdf, number, width, isNear, onSize]);
  useEffect(() => {
    // A canvas of a page holds some ten megabytes.
    if (!isNear) holder.current?.replaceChildren();
  }, [isNear]);
  return (
    <section
      className="pdf-page"
      aria-label={`Page ${number}`}
      data-index={number - 1}
      data-goal={goal === 'page' || undefined}
      style={{ inlineSize: width, blockSize: Math.round(width * aspect) }}
    >
      <div ref={holder} className="pdf-picture" />
      {isFailed && <p className="state soft">This page cannot be drawn. Its words are in the text.</p>}
      <Boxes boxes={found} kind="found" isGoal={goal === 'found'} />
      <Boxes boxes={cited} kind="cited" isGoal={goal === 'cited'} />
      <Boxes boxes={outlined} kind="outlined" isGoal={goal === 'outlined'} />
    </section>
  );
});
