import type { OutputOf, RequestOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { server } from '../../server/server.js';
import { Failure, Loading } from '../../parts/states.js';
import { ChangeLines } from './changes.js';
import { EditorName, Refusal, useEditor } from './editing.js';
import { Evidence } from './evidence.js';
import type { WorldPlace } from './use-world.js';
import { proposalsQuery, useChange, whyNoEditing } from './world-queries.js';

type Proposal = OutputOf<'extractChanges'>['proposals'][number];
type Decision = Pick<RequestOf<'decideChanges'>, 'accept' | 'reject' | 'answers'>;

/** What sessions tell and the changelog does not say yet: a person decides each. */
export function Proposals({ collection, place }: { readonly collection: string; readonly place: WorldPlace }) {
  const [includeRecorded, setIncludeRecorded] = useState(false);
  const [editor, setEditor] = useEditor();
  const query = useQuery(proposalsQuery(collection, includeRecorded));
  const decide = useChange(collection, (decision: Decision) =>
    server.call('decideChanges', { collection, by: editor.trim(), ...decision }),
  );
  const refused = whyNoEditing(query.error);
  const isDisabled = editor.trim() === '' || decide.isPending;
  if (refused !== null) return <p className="small soft">{refused}</p>;
  return (
    <div className="stack">
      <label className="small">
        <input
          type="checkbox"
          checked={includeRecorded}
          onChange={({ target }) => setIncludeRecorded(target.checked)}
        />{' '}
        Also sessions that have entries
      </label>
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading what="what sessions tell" />}
      {query.data?.proposals.length === 0 && <p className="soft">Nothing waits for a decision.</p>}
      {query.data !== undefined && query.data.proposals.length > 0 && <EditorName name={editor} onChange={setEditor} />}
      <Refusal error={decide.error} />
      {query.data?.proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          {...{ proposal, place, isDisabled }}
          onDecide={(decision) => decide.mutate(decision)}
        />
      ))}
      {query.data !== undefined && query.data.omitted > 0 && (
        <p className="small soft">{query.data.omitted} more follow.</p>
      )}
    </div>
  );
}

function ProposalCard({
  proposal,
  place,
  isDisabled,
  onDecide,
}: {
  readonly proposal: Proposal;
  readonly place: WorldPlace;
  readonly isDisabled: boolean;
  readonly onDecide: (decision: Decision) => void;
}) {
  const { id, session, certainty, question, answers, evidence, entityUpdate, relationshipUpdate } = proposal;
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
        onOpen={(entity) => place.go({ entity, view: undefined })}
      />
      <Evidence
        quotes={evidence}
        onOpen={(at) => {
          const quoted = evidence[at];
          if (quoted) place.openDocument(quoted.documentId, quoted.start, quoted.end);
        }}
      />
      {question !== null && <p>{question}</p>}
      <div className="row">
        {answers.map(({ answer }) => (
          <button
            key={answer}
            type="button"
            disabled={isDisabled}
            onClick={() => onDecide({ answers: [{ id, answer }] })}
          >
            {answer}
          </button>
        ))}
        {answers.length === 0 && (
          <button type="button" className="primary" disabled={isDisabled} onClick={() => onDecide({ accept: [id] })}>
            Accept
          </button>
        )}
        <button type="button" disabled={isDisabled} onClick={() => onDecide({ reject: [id] })}>
          Reject
        </button>
      </div>
    </article>
  );
}
