import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Panel } from '../../parts/panel.js';
import { Empty, Loaded } from '../../parts/states.js';
import { collectionsQuery } from '../../server/library-queries.js';
import { AddDocuments } from './add-documents.js';
import { CollectionList } from './collection-list.js';
import { UndoBar } from './deletions.js';
import { Documents } from './documents.js';
import { Jobs } from './jobs.js';
import './library.css';

/** What the library holds, what is being read into it, and how to add or remove documents. */
export function LibraryPage() {
  const { collection: asked } = useSearch({ from: '/library' });
  const collections = useQuery(collectionsQuery);
  const shown = asked ?? collections.data?.[0]?.manifest.name;
  return (
    <div className="library">
      <Panel label="Collections" className="collections">
        <h1>Library</h1>
        <Loaded query={collections} what="the collections">
          {(list) => <CollectionList collections={list} shown={shown} />}
        </Loaded>
      </Panel>
      <div className="stack">
        <Panel label="Add documents">
          {!collections.isPending && <AddDocuments collection={shown ?? 'default'} key={shown} />}
        </Panel>
        <Panel label="Jobs">
          <Jobs />
        </Panel>
        <Panel label="Documents">
          {shown !== undefined && collections.data?.some(({ manifest }) => manifest.name === shown) ? (
            <Documents collection={shown} key={shown} />
          ) : (
            collections.data && (
              <Empty title={asked === undefined ? 'The library is empty.' : `There is no collection “${asked}” yet.`}>
                <p>Drop files above, or read one of the packs on the left.</p>
              </Empty>
            )
          )}
        </Panel>
      </div>
      <UndoBar />
    </div>
  );
}
