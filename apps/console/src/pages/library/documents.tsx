import type { OutputOf } from '@arbiter/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Empty, Loaded } from '../../parts/states.js';
import { counted } from '../../parts/counted.js';
import { useMay } from '../../server/console-session.js';
import { LIBRARY } from '../../server/library-queries.js';
import { server } from '../../server/server.js';
import { Chunks } from './chunks.js';
import { deleteLater, useDeletions } from '../../parts/deletions.js';

type Summary = OutputOf<'listDocuments'>['documents'][number];

/** Documents that one request asks for. */
const PAGE = 100;

/** The documents of a collection; each opens beside the page. */
export function Documents({ collection }: { readonly collection: string }) {
  const [wanted, setWanted] = useState('');
  const documents = useInfiniteQuery({
    queryKey: [LIBRARY, 'documents', collection],
    queryFn: ({ signal, pageParam }) =>
      server.call('listDocuments', { collection, limit: PAGE, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.documents).sort(byName),
  });
  const mayDelete = useMay('editor');
  const pending = new Set(useDeletions().map(({ id }) => id));
  return (
    <Loaded query={documents} what="the documents">
      {(all) => {
        const loaded = all.filter(({ id }) => !pending.has(id));
        const shown = loaded.filter((document) => matches(document, wanted));
        return (
          <div className="card stack">
            <div className="row">
              <h2 className="grow">{collection}</h2>
              <label className="row small">
                Find
                <input type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} size={20} />
              </label>
            </div>
            {shown.length === 0 ? (
              <Empty
                title={loaded.length === 0 ? 'This collection holds no documents.' : 'No loaded document matches.'}
              />
            ) : (
              <ul className="plain">
                {shown.map((document) => (
                  <DocumentRow key={document.id} document={document} mayDelete={mayDelete} />
                ))}
              </ul>
            )}
            {documents.hasNextPage && (
              <button type="button" disabled={documents.isFetching} onClick={() => void documents.fetchNextPage()}>
                More documents
              </button>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** What people call a document: its title, or else its file. */
function nameOf({ title, source }: Summary): string {
  return title === '' ? source : title;
}

function byName(a: Summary, b: Summary): number {
  return nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true });
}

function matches({ title, source }: Summary, wanted: string): boolean {
  const words = wanted.toLowerCase().split(/\s+/);
  const text = `${title}\n${source}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function DocumentRow({ document, mayDelete }: { readonly document: Summary; readonly mayDelete: boolean }) {
  const { id, source, mediaType, chunks, updatedAt } = document;
  const name = nameOf(document);
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="document">
      <div className="row">
        <Link
          to="/library"
          search={(all) => ({ ...all, doc: id, start: undefined, end: undefined })}
          className="grow title"
        >
          {name}
        </Link>
        <button type="button" className="quiet small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {chunks === 0 ? 'Empty' : counted(chunks, 'passage')}
          <span className="visually-hidden"> of {name}</span>
        </button>
        {mayDelete && (
          <button type="button" className="quiet small" onClick={() => deleteLater({ id, name })}>
            Delete<span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
      <p className="small soft">
        {source} · {mediaType} · <time dateTime={updatedAt}>{new Date(updatedAt).toLocaleDateString()}</time>
      </p>
      {isOpen && <Chunks documentId={id} />}
    </li>
  );
}
