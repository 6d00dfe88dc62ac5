import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../parts/states.js';
import { LIBRARY } from '../../server/library-queries.js';
import { server } from '../../server/server.js';

/** The passages of a document as searches find them; each opens at its place. */
export function Chunks({ documentId }: { readonly documentId: string }) {
  const chunks = useInfiniteQuery({
    queryKey: [LIBRARY, 'chunks', documentId],
    queryFn: ({ signal, pageParam }) =>
      server.call('listDocumentChunks', { documentId, limit: 20, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.chunks),
  });
  return (
    <Loaded query={chunks} what="the passages">
      {(list) => (
        <div className="chunks">
          <ol className="plain">
            {list.map(({ chunkId, text, start, end, section, page }) => (
              <li key={chunkId}>
                <Link to="/library" search={(all) => ({ ...all, doc: documentId, start, end })} className="small">
                  {section.length > 0 ? section.join(' › ') : 'Beginning'}
                  {page !== null && `, page ${page}`}
                </Link>
                <p className="small">{text}</p>
              </li>
            ))}
          </ol>
          {chunks.hasNextPage && (
            <button type="button" className="quiet" onClick={() => void chunks.fetchNextPage()}>
              More passages
            </button>
          )}
        </div>
      )}
    </Loaded>
  );
}
