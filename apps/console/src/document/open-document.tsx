import type { DocumentDescription } from '@arbiter/contracts';
import { readBox } from '@arbiter/contracts/console';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { loadLater } from '../parts/load-later.js';
import { Loaded, Loading } from '../parts/states.js';
import type { Marks, Span } from './cut-text.js';
import { isCodeOf, kindOf, noteOf, pageAt, type OriginalKind } from './describe-document.js';
import { DocumentTools, type View } from './document-tools.js';
import { FindBar } from './find-bar.js';
import { findText, matchFrom } from './find-text.js';
import { Outline } from './outline.js';
import type { OutlinedPage, PageGoal, PdfViewProps } from './pdf/pdf-view.js';
import { PictureView } from './picture-view.js';
import { TextView } from './text-view.js';
import { standingOf, type CitedPlace } from './standing.js';
import { textQuery, useBoxes } from './use-document.js';
import { useRepeatedVisits } from './use-near.js';

const pdfView = loadLater(() => import('./pdf/pdf-view.js'));
export const loadPdfView = pdfView.load;

const NOTHING: readonly Span[] = [];
const NO_PAGES: Marks['pages'] = [];
const NO_BOXES: PdfViewProps['cited'] = [];

interface OpenDocumentProps {
  readonly document: DocumentDescription;
  readonly place: CitedPlace;
}

/** What is brought into view. */
interface Wish {
  readonly of: 'cited' | 'found' | 'section' | 'page';
  readonly at: number;
  /** Of a wish for a page: from 1. Pages without words share their offset. */
  readonly page?: number;
}

/** A document that is there: its original where it can be drawn with the quote on it, else its text. */
export function OpenDocument({ document, place }: OpenDocumentProps) {
  const { id, original, pages } = document;
  const { start, end, sum, page, box } = place;
  const visit = `${start} ${end} ${page} ${box} ${useRepeatedVisits()}`;
  const [chosen, choose] = useState<View | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOutlined, setOutlined] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  const address = `/v1/documents/${encodeURIComponent(id)}/original`;

  const kind = original && failure === null ? kindOf(original.mediaType) : 'file';
  const span = useMemo(() => (start === undefined || end === undefined ? undefined : { start, end }), [start, end]);
  const isWithin = span !== undefined && span.end <= document.length;
  const boxes = useBoxes(document, kind !== 'file' && isWithin ? span : undefined);
  const usual = usualView(kind, page === undefined && span, boxes.isPending ? undefined : boxes.pages.length > 0);
  // Until it is known of the next quote, the view stays.
  const last = useRef<View>(undefined);
  last.current = usual ?? last.current;
  const view = kind === 'file' ? 'text' : (chosen ?? last.current);
  useEffect(() => {
    if (kind !== 'pdf' || !original) return;
    // While it is asked where the quote stands, the file is opened already; `PdfView` says why it cannot be.
    void loadPdfView().then(({ openPdf }) => openPdf(address, original).catch(() => undefined));
  }, [kind, address, original]);

  const text = useQuery({ ...textQuery(document), enabled: view === 'text' || words !== null || sum !== undefined });
  const standing = standingOf(document.length, text.data, place);
  const cited = standing === 'same' ? span : undefined;
  const outlined = useMemo<OutlinedPage | null>(() => {
    const part = readBox(box ?? '');
    const isSame = standing === 'same' || standing === 'none';
    return page !== undefined && part && isSame ? { page, boxes: [part] } : null;
  }, [standing, page, box]);

  const { found, current, wish, go, showMatch } = useWish({ text: text.data, words, visit, cited, page, pages });
  const match = found[current];
  const foundBoxes = useBoxes(document, kind !== 'file' && view === 'original' ? match : undefined);

  const marks = useMemo<Marks>(
    () => ({ cited, found, current, pages: pages ?? NO_PAGES }),
    [cited, found, current, pages],
  );
  const pageGoal = usePageGoal(wish, pages, wish?.of === 'found' ? foundBoxes : boxes, outlined);
  const isBoxed = boxes.pages.length > 0;
  const note = noteOf({ document, span, standing, failure, view, isBoxed, outlined: outlined?.page });
  const drawn = {
    ...{ goal: pageGoal, outlined, onFailure: setFailure },
    cited: cited ? boxes.pages : NO_BOXES,
    found: match ? foundBoxes.pages : NO_BOXES,
  };
  return (
    <>
      <DocumentTools
        {...{ document, isOutlined, view: view ?? 'text' }}
        cited={cited}
        page={page}
        box={outlined?.boxes[0]}
        hasOriginal={kind !== 'file'}
        download={original && address}
        onView={choose}
        onOutline={() => setOutlined(!isOutlined)}
        onFind={() => setWords(words ?? '')}
      />
      {words !== null && (
        <FindBar
          {...{ words, current }}
          count={found.length}
          onWords={setWords}
          onStep={(step) => showMatch((current + step + found.length) % found.length)}
          onClose={() => setWords(null)}
        />
      )}
      {isOutlined && <Outline document={document} onGo={(at) => go({ of: 'section', at })} />}
      <p className="document-note small" role="status" data-tone={note.tone}>
        {note.text}
      </p>
      {view === 'original' && kind === 'image' && <PictureView documentId={id} title={document.title} {...drawn} />}
      {view === 'original' && kind === 'pdf' && original && <LaterPdfView {...{ address, original, ...drawn }} />}
      {view === undefined && <Loading what="the document" />}
      {view === 'text' && (
        <Loaded query={text} what="the text">
          {(loaded) => (
            <TextView
              text={loaded}
              headings={document.sections}
              isCode={isCodeOf(document.mediaType)}
              marks={marks}
              goal={wish}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

interface Wished {
  readonly text: string | undefined;
  /** That are looked for; null while nobody looks. */
  readonly words: string | null;
  /** Tells one opening of a place from the next. */
  readonly visit: string;
  readonly cited: Span | undefined;
  /** That the address names. */
  readonly page: number | undefined;
  readonly pages: DocumentDescription['pages'];
}

/** What is found in the document, and what of it, of the quote or of its sections is to be in view. */
function useWish({ text, words, visit, cited, page, pages }: Wished) {
  const [wished, setWished] = useState<{ readonly visit: string; readonly wish: Wish } | null>(null);
  const sought = useDeferredValue(words ?? '');
  const found = useMemo(() => (text === undefined ? NOTHING : findText(text, sought)), [text, sought]);
  const [current, setCurrent] = useState(-1);
  const wish = useMemo<Wish | null>(() => {
    if (wished?.visit === visit) return wished.wish;
    const first = pages?.find(({ number }) => number === page)?.start ?? 0;
    if (page !== undefined) return { of: 'page', at: cited?.start ?? first, page };
    return cited ? { of: 'cited', at: cited.start } : null;
    // A visit of the same place wishes for it anew.
  }, [wished, visit, cited, page, pages]);
  const go = useCallback((next: Wish) => setWished({ visit, wish: next }), [visit]);
  const showMatch = (index: number) => {
    setCurrent(index);
    const shown = found[index];
    if (shown) go({ of: 'found', at: shown.start });
  };
  const [searched, setSearched] = useState(found);
  if (searched !== found) {
    setSearched(found);
    showMatch(matchFrom(found, wish?.at ?? 0));
  }
  return { found, current, wish, go, showMatch };
}

function LaterPdfView(props: PdfViewProps) {
  const { PdfView } = pdfView.use() ?? {};
  return PdfView ? <PdfView {...props} /> : <Loading what="the original" />;
}

/**
 * The view that shows the quote; undefined until it is known whether the page can.
 *
 * @param span false: the page is shown, whatever can be marked on it
 */
function usualView(kind: OriginalKind, span: Span | undefined | false, isBoxed: boolean | undefined): View | undefined {
  if (kind === 'file') return 'text';
  if (!span) return 'original';
  return isBoxed === undefined ? undefined : isBoxed ? 'original' : 'text';
}

/** The page of a wish. While its boxes are on their way, the page stays where it was. */
function usePageGoal(
  wish: Wish | null,
  pages: DocumentDescription['pages'],
  boxes: ReturnType<typeof useBoxes>,
  outlined: OutlinedPage | null,
): PageGoal | null {
  const last = useRef<PageGoal | null>(null);
  const { isPending, pages: boxed } = boxes;
  return useMemo(() => {
    if (wish?.page !== undefined) return (last.current = { page: wish.page, of: outlined ? 'outlined' : 'page' });
    if (wish && wish.of !== 'section' && isPending) return last.current;
    const first = wish?.of === 'section' ? undefined : boxed[0];
    const page = first?.page ?? (wish ? pageAt(pages, wish.at) : undefined);
    last.current = wish && page !== undefined ? { page, of: first && wish.of !== 'section' ? wish.of : 'page' } : null;
    return last.current;
  }, [wish, pages, isPending, boxed, outlined]);
}
