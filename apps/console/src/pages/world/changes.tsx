import { useQuery } from '@tanstack/react-query';
import { server } from '../../server/server.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Refusal } from './editing.js';
import type { WorldPlace } from './use-world.js';
import { dayOf, idInWords, type RecordedChange, relationInWords, updateInWords } from './words.js';
import { changesQuery, useChange, useNoEditing } from './world-queries.js';

interface ChangesProps {
  readonly collection: string;
  readonly place: WorldPlace;
}

/** What each session changed, the last first. */
export function Changes({ collection, place }: ChangesProps) {
  const changes = useQuery(changesQuery(collection));
  const refused = useNoEditing(collection);
  const revert = useChange(collection, (id: number) => server.call('revertChange', { collection, id }));
  return (
    <Loaded query={changes} what="the changes">
      {({ changes: all, isWhole }) => {
        if (all.length === 0) {
          return <Empty title="No session has changed anything.">What sessions tell is offered beside this.</Empty>;
        }
        const sessions = new Map<number, RecordedChange[]>();
        for (const change of all.toReversed()) {
          const { session_id: session } = change.entry;
          sessions.set(session, [...(sessions.get(session) ?? []), change]);
        }
        return (
          <div className="stack">
            {refused !== null && <p className="small soft">{refused}</p>}
            {!isWhole && <p className="small soft">Only the first entries are shown.</p>}
            <Refusal error={revert.error} />
            {[...sessions].map(([session, entries]) => (
              <section key={session} className="session" aria-label={`Session ${session}`}>
                <h3>
                  <button type="button" className="link" onClick={() => place.go({ at: session, view: undefined })}>
                    Session {session}
                  </button>
                  {entries[0]?.entry.date && <span className="small soft"> · {dayOf(entries[0].entry.date)}</span>}
                </h3>
                {entries.map((change) => (
                  <Entry
                    key={change.id}
                    {...{ change, place }}
                    onRevert={refused === null && !revert.isPending ? () => revert.mutate(change.id) : undefined}
                  />
                ))}
              </section>
            ))}
          </div>
        );
      }}
    </Loaded>
  );
}

function Entry({
  change,
  place,
  onRevert,
}: {
  readonly change: RecordedChange;
  readonly place: WorldPlace;
  readonly onRevert: (() => void) | undefined;
}) {
  const { entry, decision, revertedBy, recordedAt } = change;
  const counts = revertedBy === null && decision?.verdict !== 'rejected';
  return (
    <div className="entry" data-counts={counts}>
      <ChangeLines {...entry} onOpen={(entity) => place.go({ entity, view: undefined })} />
      <div className="row small soft">
        <span>Recorded {dayOf(recordedAt)}</span>
        {decision && (
          <span className="badge" data-tone={decision.verdict === 'accepted' ? 'good' : 'doubt'}>
            {decision.verdict} by {decision.by}
          </span>
        )}
        {revertedBy && <span className="badge">taken back {dayOf(revertedBy.recordedAt)}</span>}
        {!revertedBy && onRevert && (
          <details>
            <summary>Take back</summary>
            <div className="confirm">
              <p>This entry no longer counts, and the world is drawn without it. It stays on record.</p>
              <button type="button" onClick={onRevert}>
                Take it back
              </button>
            </div>
          </details>
        )}
      </div>
    </div>
  );
}

type Lines = Pick<RecordedChange['entry'], 'entity_updates' | 'relationship_updates'>;

/** Updates as sentences; the names in them lead to the entities. */
export function ChangeLines({
  entity_updates,
  relationship_updates,
  onOpen,
}: Lines & { readonly onOpen: (id: string) => void }) {
  const name = (id: string) => (
    <button type="button" className="link" onClick={() => onOpen(id)}>
      {idInWords(id)}
    </button>
  );
  return (
    <ul className="lines">
      {entity_updates.map((update, at) => (
        <li key={at}>
          {name(update.entity_id)} {updateInWords(update)}
        </li>
      ))}
      {relationship_updates.map((update, at) => (
        <li key={`r${at}`}>
          {name(update.from)} {relationInWords(update)} {name(update.to)}
        </li>
      ))}
    </ul>
  );
}
