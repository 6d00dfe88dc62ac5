import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Panel } from '../../parts/panel.js';
import { Empty, Loaded } from '../../parts/states.js';
import { useMay } from '../../server/console-session.js';
import { collectionsQuery } from '../../server/library-queries.js';
import { AddDocuments } from './add-documents.js';
import { CollectionList, UnreadPacks } from './collection-list.js';
import { Documents } from './documents.js';
import { Jobs } from './jobs.js';
import './library.css';

/** What the library holds, what is being read into it, and how to add or remove documents. */
export function LibraryPage() {
  const { collection: asked } = useSearch({ from: '/library' });
  const collections = useQuery(collectionsQuery);
  const mayChange = useMay('editor');
  const held = collections.data?.map(({ manifest }) => manifest.name);
  const shown = asked ?? held?.[0];
  return (
    <div className="library">
      <Panel label="Collections" className="collections">
        <h1>Library</h1>
        <Loaded query={collections} what="the collections">
          {(list) => <CollectionList collections={list} shown={shown} />}
        </Loaded>
      </Panel>
      <div className="stack">
        {mayChange && (
          <>
            <Panel label="Add documents">
              {!collections.isPending && <AddDocuments collection={shown ?? 'default'} held={held ?? []} key={shown} />}
            </Panel>
            <Panel label="Jobs">
              <Jobs />
            </Panel>
          </>
        )}
        <Panel label="Documents">
          {shown !== undefined && held?.includes(shown) ? (
            <Documents collection={shown} key={shown} />
          ) : (
            held && (
              <Empty title={asked === undefined ? 'The library is empty.' : `There is no collection “${asked}” yet.`}>
                <p>
                  {mayChange ? 'Drop files above, or read one of the packs.' : 'Whoever runs this server can fill it.'}
                </p>
              </Empty>
            )
          )}
        </Panel>
      </div>
      {mayChange && held && (
        <Panel label="Packs">
          <UnreadPacks held={held} />
        </Panel>
      )}
    </div>
  );
}
