import { ClientError } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Empty, Loaded } from '../parts/states.js';
import { useTitle } from '../parts/use-title.js';
import { server } from '../server/server.js';
import { loadPdfView, OpenDocument } from './open-document.js';
import type { CitedPlace } from './standing.js';
import { usePaneFocus } from './use-pane-focus.js';
import './document.css';

export interface DocumentPaneProps extends CitedPlace {
  readonly documentId: string;
  /** Whether it is the whole page. */
  readonly isAlone?: boolean;
  readonly onClose: () => void;
}

/** How often a document is looked for that is open: it may be deleted or read anew meanwhile. In milliseconds. */
const LOOK_MS = 10_000;

/** Loads what draws pages and starts its worker, so that the first citation that is opened finds both. */
export async function warmUp(): Promise<void> {
  (await loadPdfView()).startWorker();
}

/** A document at a place. What cannot be marked is not marked, and the pane says so. */
export function DocumentPane({ documentId, isAlone = false, onClose, ...place }: DocumentPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  usePaneFocus(pane, [documentId, place.start, place.end, place.page, place.box].join(' '), onClose);
  const description = useQuery({
    queryKey: ['document', documentId],
    queryFn: ({ signal }) => server.call('getDocument', { documentId }, { signal }),
    refetchInterval: LOOK_MS,
    // Reading a document anew changes the date alone, and its text only with the hash.
    staleTime: LOOK_MS,
  });
  const isGone = description.error instanceof ClientError && description.error.code === 'NOT_FOUND';
  const title = isGone ? 'No such document' : description.data?.title || description.data?.source || 'Document';
  useTitle(isAlone ? title : undefined);
  return (
    <div ref={pane} className="document" data-alone={isAlone || undefined}>
      <header className="document-head">
        <button type="button" className="quiet document-back" onClick={onClose}>
          ‹ {isAlone ? 'Library' : 'Back'}
        </button>
        <h2 tabIndex={-1} data-title>
          {title}
        </h2>
        <button
          type="button"
          className="quiet document-close"
          onClick={onClose}
          title="Close (Escape)"
          aria-label="Close the document"
        >
          ✕
        </button>
      </header>
      {isGone ? (
        <Empty title="This document is not there.">
          <p className="soft">It was deleted, or you may not read it.</p>
          <Link to="/library">Look in the Library</Link>
        </Empty>
      ) : (
        <Loaded query={description} what="the document">
          {(document) => <OpenDocument key={documentId} {...{ document, place }} />}
        </Loaded>
      )}
    </div>
  );
}
