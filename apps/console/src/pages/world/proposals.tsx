import type { OutputOf, RequestOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { server } from '../../server/server.js';
import { Loaded } from '../../parts/states.js';
import { ChangeLines } from './changes.js';
import { useEditing } from './editing.js';
import { Evidence } from './links.js';
import { useWorld } from './use-world.js';
import { asked } from './world-queries.js';

type Proposal = OutputOf<'extractChanges'>['proposals'][number];
type Decision = Pick<RequestOf<'decideChanges'>, 'accept' | 'reject' | 'answers'>;

/** What sessions tell and the changelog does not say yet: a person decides each. */
export function Proposals() {
  const { collection } = useWorld();
  const [includeRecorded, setIncludeRecorded] = useState(false);
  const query = useQuery({ ...asked('extractChanges', { collection, includeRecorded }), staleTime: 300_000 });
  const { refused, isDisabled, mutate, nameField, failure } = useEditing((decision: Decision, by) =>
    server.call('decideChanges', { collection, by, ...decision }),
  );
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
        {choices.map(({ words, decision }) => (
          <button
            key={words}
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
