import type { OutputOf, RequestOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asked } from '../../server/asked.js';
import { server } from '../../server/server.js';
import { Empty, Loaded } from '../../parts/states.js';
import { useEditing } from './editing.js';
import type { NamedEntity } from './entity-search.js';
import { Evidence, PlaceButton } from './links.js';
import { useWorld } from './use-world.js';
import { dayOf, inWords, type Names, type RecordedChange, relationInWords, updateInWords } from './words.js';
import { changesQuery, namesQuery } from './world-queries.js';

/** What each session changed, the last first. */
export function Changes() {
  const { collection } = useWorld();
  const changes = useQuery(changesQuery(collection));
  const { refused, isPending, mutate, failure } = useEditing((id: number) =>
    server.call('revertChange', { collection, id }),
  );
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
            {failure}
            {[...sessions].map(([session, entries]) => (
              <section key={session} className="session" aria-label={`Session ${session}`}>
                <h3>
                  <PlaceButton at={session} view={undefined}>
                    Session {session}
                  </PlaceButton>
                  {entries[0]?.entry.date && <span className="small soft"> · {dayOf(entries[0].entry.date)}</span>}
                </h3>
                {entries.map((change) => (
                  <Entry
                    key={change.id}
                    change={change}
                    onRevert={refused === null && !isPending ? () => mutate(change.id) : undefined}
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

interface EntryProps {
  readonly change: RecordedChange;
  readonly onRevert: (() => void) | undefined;
}

function Entry({ change: { entry, decision, revertedBy, recordedAt }, onRevert }: EntryProps) {
  return (
    <div className="entry" data-counts={revertedBy === null && decision?.verdict !== 'rejected'}>
      <ChangeLines {...entry} />
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

const NO_NAMES: Names = new Map();
const namesById = (all: readonly NamedEntity[]): Names => new Map(all.map(({ id, name }) => [id, name]));

type Lines = Pick<RecordedChange['entry'], 'entity_updates' | 'relationship_updates'>;

/** Updates as sentences; the names in them lead to the entities. */
function ChangeLines({ entity_updates, relationship_updates }: Lines) {
  const { data: names = NO_NAMES } = useQuery({ ...namesQuery(useWorld().collection), select: namesById });
  const name = (id: string) => (
    <PlaceButton entity={id} view={undefined}>
      {names.get(id) ?? inWords(id)}
    </PlaceButton>
  );
  return (
    <ul className="lines">
      {entity_updates.map((update, at) => (
        <li key={at}>
          {name(update.entity_id)} {updateInWords(update, names)}
        </li>
      ))}
      {relationship_updates.map((update, at) => (
        <li key={`r${at}`}>
          {name(update.from)} → {name(update.to)}: {relationInWords(update)}
        </li>
      ))}
    </ul>
  );
}

type Proposal = OutputOf<'extractChanges'>['proposals'][number];
type Decision = Pick<RequestOf<'decideChanges'>, 'accept' | 'reject' | 'answers'>;

/** What sessions tell and the changelog does not say yet: a person decides each. */
export function Proposals() {
  const { collection } = useWorld();
  const [includeRecorded, setIncludeRecorded] = useState(false);
  const { refused, isDisabled, mutate, nameField, failure } = useEditing((decision: Decision, by) =>
    server.call('decideChanges', { collection, by, ...decision }),
  );
  const query = useQuery({
    ...asked('extractChanges', { collection, includeRecorded }),
    staleTime: 300_000,
    enabled: refused === null,
  });
  if (refused !== null) return <p className="small soft">{refused}</p>;
  return (
    <div className="stack">
      <label className="small">
        <input
          type="checkbox"
          checked={includeRecorded}
          onChange={({ target }) => setIncludeRecorded(target.checked)}
        />{' '}
        Also sessions that are recorded already
      </label>
      {failure}
      <Loaded query={query} what="what sessions tell">
        {({ proposals, omitted }) => (
          <>
            {proposals.length === 0 ? <p className="soft">Nothing waits for a decision.</p> : nameField}
            {proposals.map((proposal) => (
              <ProposalCard key={proposal.id} {...proposal} isDisabled={isDisabled} onDecide={mutate} />
            ))}
            {omitted > 0 && <p className="small soft">{omitted} more follow.</p>}
          </>
        )}
      </Loaded>
    </div>
  );
}

interface ProposalCardProps extends Proposal {
  readonly isDisabled: boolean;
  readonly onDecide: (decision: Decision) => void;
}

function ProposalCard({
  id,
  session,
  certainty,
  question,
  answers,
  evidence,
  isDisabled,
  onDecide,
  ...updates
}: ProposalCardProps) {
  const { entityUpdate, relationshipUpdate } = updates;
  const choices: { readonly words: string; readonly decision: Decision }[] = [
    ...answers.map(({ answer }) => ({ words: answer, decision: { answers: [{ id, answer }] } })),
    ...(answers.length === 0 ? [{ words: 'Accept', decision: { accept: [id] } }] : []),
    { words: 'Reject', decision: { reject: [id] } },
  ];
  return (
    <article className="card stack" aria-label={`Proposal of session ${session}`}>
      <div className="row small soft">
        Session {session}
        {certainty === 'doubtful' && (
          <span className="badge" data-tone="doubt">
            in doubt
          </span>
        )}
      </div>
      <ChangeLines
        entity_updates={entityUpdate ? [entityUpdate] : []}
        relationship_updates={relationshipUpdate ? [relationshipUpdate] : []}
      />
      <Evidence quotes={evidence} />
      {question !== null && <p>{question}</p>}
      <div className="row">
        {choices.map(({ words, decision }, at) => (
          <button
            key={at}
            type="button"
            className={decision.accept && 'primary'}
            disabled={isDisabled}
            onClick={() => onDecide(decision)}
          >
            {words}
          </button>
        ))}
      </div>
    </article>
  );
}
