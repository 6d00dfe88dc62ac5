import type { MarkedPage } from '@arbiter/contracts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Loading } from '../../parts/states.js';
import { useHeldGoal, useNear } from '../use-near.js';
import type { PageSize } from './draw-page.js';
import { openPdf, reasonOf, type Original } from './open-pdf.js';
import { PdfBar } from './pdf-bar.js';
import { PdfPage } from './pdf-page.js';

export { openPdf, startWorker } from './open-pdf.js';

/** Height over width of A4, until a page is known. */
const USUAL_ASPECT = Math.SQRT2;
/** Room beside a page, in pixels. */
const MARGIN = 32;
const LEAST_WIDTH = 120;
/** Shares of the width of the view. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** A page that is brought into view, at the first box of its kind. Another object brings it there again. */
export interface PageGoal {
  /** From 1. */
  readonly page: number;
  readonly of: 'page' | 'cited' | 'found' | 'outlined';
}

export type OutlinedPage = Pick<MarkedPage, 'page' | 'boxes'>;

export interface PdfViewProps {
  readonly address: string;
  readonly original: Original;
  readonly goal: PageGoal | null;
  readonly cited: readonly MarkedPage[];
  readonly found: readonly MarkedPage[];
  /** Part of a page whose picture was read. */
  readonly outlined: OutlinedPage | null;
  /** With the end of a sentence: why it is not shown. */
  readonly onFailure: (reason: string) => void;
}

/** The original with the quote drawn over it. */
export function PdfView({ address, original, onFailure, ...rest }: PdfViewProps) {
  const { sha256, bytes } = original;
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  useEffect(() => {
    let isLeft = false;
    openPdf(address, { sha256, bytes }).then(
      (document) => {
        if (!isLeft) setPdf(document);
      },
      (thrown: unknown) => {
        if (!isLeft) onFailure(reasonOf(thrown));
      },
    );
    return () => {
      isLeft = true;
      setPdf(null);
    };
  }, [address, sha256, bytes, onFailure]);
  return pdf ? <Pages pdf={pdf} {...rest} /> : <Loading what="the original" />;
}

interface PagesProps extends Pick<PdfViewProps, 'goal' | 'cited' | 'found' | 'outlined'> {
  readonly pdf: PDFDocumentProxy;
}

function Pages({ pdf, goal: asked, cited, found, outlined }: PagesProps) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [turnedTo, turnTo] = useState<{ readonly from: PageGoal | null; readonly goal: PageGoal } | null>(null);
  const [zoom, setZoom] = useState(1);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const room = useWidth(box);
  const width = Math.max(LEAST_WIDTH, room - MARGIN) * zoom;
  // The last of both wishes: of the address, and of who turned the pages since.
  const goal = turnedTo && turnedTo.from === asked ? turnedTo.goal : asked;
  const { near } = useNear(box, content, room > 0 && pdf);
  const isHeld = useHeldGoal(box, content, goal);
  const [current, setCurrent] = useState(1);
  const count = pdf.numPages;
  const turn = (page: number) =>
    turnTo({ from: asked, goal: { page: Math.min(Math.max(1, page), count), of: 'page' } });
  const learnSize = useCallback(
    (number: number, { width: w, height: h }: PageSize) =>
      setSizes((before) => (before.has(number) ? before : new Map(before).set(number, { width: w, height: h }))),
    [],
  );
  const changeZoom = (steps: number) => {
    const at = ZOOMS.findIndex((each) => each >= zoom);
    setZoom(steps === 0 ? 1 : (ZOOMS[Math.min(Math.max(0, at + steps), ZOOMS.length - 1)] ?? 1));
    // What is looked at stays where it is.
    if (!isHeld.current) turn(current);
  };
  const press = (event: KeyboardEvent) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if ('zoom' in action) changeZoom(action.zoom);
    else turn(current + action.turn);
  };
  const known = cited[0] ?? found[0] ?? sizes.values().next().value;
  return (
    <>
      <PdfBar {...{ current, count, zoom }} onTurn={turn} onZoom={changeZoom} />
      <div
        ref={box}
        className="document-view pdf-view"
        tabIndex={0}
        role="region"
        aria-label="Pages of the document"
        onKeyDown={press}
        onScroll={({ currentTarget }) => setCurrent(pageIn(currentTarget))}
      >
        <div ref={content} className="pdf-pages">
          {room > 0 &&
            Array.from({ length: count }, (_, index) => (
              <PdfPage
                key={index}
                {...{ pdf, width }}
                number={index + 1}
                aspect={aspectOf(sizes.get(index + 1) ?? boxesOf(cited, index + 1) ?? known)}
                isNear={near.has(index) || goal?.page === index + 1 || (near.size === 0 && !goal && index === 0)}
                cited={boxesOf(cited, index + 1)?.boxes}
                found={boxesOf(found, index + 1)?.boxes}
                outlined={outlined?.page === index + 1 ? outlined.boxes : undefined}
                goal={goal?.page === index + 1 ? goal.of : undefined}
                onSize={learnSize}
              />
            ))}
        </div>
      </div>
    </>
  );
}

const KEYS: Readonly<Record<string, { readonly zoom: number } | { readonly turn: number }>> = {
  '+': { zoom: 1 },
  '=': { zoom: 1 },
  '-': { zoom: -1 },
  '0': { zoom: 0 },
  ArrowLeft: { turn: -1 },
  ArrowRight: { turn: 1 },
};

function aspectOf(size: PageSize | undefined): number {
  return size && size.width > 0 ? size.height / size.width : USUAL_ASPECT;
}

function boxesOf(pages: readonly MarkedPage[], number: number): MarkedPage | undefined {
  return pages.find(({ page }) => page === number);
}

/** Width of a box in pixels; 0 until it is known. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    setWidth(Math.floor(box.current.clientWidth));
    sizes.observe(box.current);
    return () => sizes.disconnect();
  }, [box]);
  return width;
}

/** Number of the page at the upper third of the view, from 1. */
function pageIn({ scrollTop, clientHeight, firstElementChild }: HTMLElement): number {
  const pages = Array.from(firstElementChild?.children ?? []) as HTMLElement[];
  return Math.max(1, pages.findLastIndex(({ offsetTop }) => offsetTop <= scrollTop + clientHeight / 3) + 1);
}
