import type { RequestOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type SubmitEvent, useState } from 'react';
import { asked } from '../../server/asked.js';
import { server } from '../../server/server.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Field, useEditing } from './editing.js';
import { EntitySearch, type NamedEntity } from './entity-search.js';
import { useWorld } from './use-world.js';
import { correctionInWords, dayOf } from './words.js';

const STATES = {
  applied: { words: 'holds', tone: 'good' },
  'not-applied': { words: 'could not be applied', tone: 'doubt' },
  undone: { words: 'undone', tone: undefined },
  pending: { words: 'waits for the next build', tone: 'doubt' },
} as const;

/** What people corrected in the graph, the last first, and its undoing. */
export function Corrections() {
  const { collection } = useWorld();
  const undo = useEditing((id: number, by) => server.call('undoGraphCorrection', { collection, id, by }));
  const query = useQuery({
    ...asked('listGraphCorrections', { collection, limit: 500 }),
    enabled: undo.refused === null,
  });
  if (undo.refused !== null) return <Empty title="Corrections are for editors.">{undo.refused}</Empty>;
  return (
    <Loaded query={query} what="the corrections">
      {({ corrections }) =>
        corrections.length === 0 ? (
          <Empty title="Nobody has corrected this graph.">
            Choose something on the map to join it with another, or to part it in two.
          </Empty>
        ) : (
          <div className="lists stack">
            {undo.nameField}
            {undo.failure}
            <Table
              label="Corrections"
              columns={['Correction', 'State', 'Undo']}
              rows={corrections
                .toReversed()
                .map(({ id, by, reason, recordedAt, correction, state, problem, undoneBy }) => [
                  <Fragment key={id}>
                    {correctionInWords(correction)}
                    <div className="small soft">
                      {by}, {dayOf(recordedAt)}
                      {reason !== null && `: ${reason}`}
                      {problem !== null && ` · ${problem}`}
                    </div>
                  </Fragment>,
                  <span key={id} className="badge" data-tone={STATES[state].tone}>
                    {STATES[state].words}
                  </span>,
                  <button
                    key={id}
                    type="button"
                    disabled={undo.isDisabled}
                    onClick={() => undo.mutate(undoneBy?.id ?? id)}
                  >
                    {undoneBy ? 'Make it count again' : 'Undo'}
                  </button>,
                ])}
            />
          </div>
        )
      }
    </Loaded>
  );
}

const listOf = (text: string) => text.split(',').filter((each) => each.trim() !== '');

/** Merges an entity with another one, or splits one off from it. What will happen is said beside the button; it can be undone. */
export function CorrectEntity({ id, name }: { readonly id: string; readonly name: string }) {
  const { collection, go } = useWorld();
  const [into, setInto] = useState<NamedEntity | null>(null);
  const correct = useEditing((correction: RequestOf<'correctGraph'>['corrections'][number], by) =>
    server.call('correctGraph', { collection, by, corrections: [correction] }),
  );
  const merge = ({ id: other, type }: NamedEntity) =>
    correct.mutate(
      { kind: 'merge', entities: [id], into: other, type: type || undefined },
      { onSuccess: () => go({ entity: other, to: undefined }) },
    );
  const split = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const {
      second = '',
      aliases = '',
      documents = '',
    } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const given = { aliases: listOf(aliases), documents: listOf(documents) };
    correct.mutate({ kind: 'split', entity: id, name: second, ...given });
  };
  if (correct.refused !== null) return <p className="small soft">{correct.refused}</p>;
  return (
    <details className="correct">
      <summary>Correct this entity</summary>
      <div className="stack">
        {correct.nameField}
        <h4>It is the same as another</h4>
        <EntitySearch label="The other entity" onChoose={setInto} />
        {into && into.id !== id && (
          <div className="confirm">
            <p>
              “{name}” becomes part of “{into.name}”: its names become other names of it, its relations and mentions
              move there. You can undo this under Corrections.
            </p>
            <button type="button" disabled={correct.isDisabled} onClick={() => merge(into)}>
              Merge them
            </button>
          </div>
        )}
        <h4>It is two things of one name</h4>
        <form className="stack" onSubmit={split}>
          <Field label="Name of the second" name="second" required maxLength={200} />
          <Field label="Its other names, with commas" name="aliases" />
          <Field label="Its documents (paths), with commas" name="documents" />
          <div className="confirm">
            <p>
              The second becomes an entity of its own. The names and documents you give are of it from then on, no
              longer of “{name}”. You can undo this under Corrections.
            </p>
            <button disabled={correct.isDisabled}>Split them</button>
          </div>
        </form>
        {correct.isPending && <p role="status">The graph is being corrected …</p>}
        {correct.isSuccess && <p role="status">It is done.</p>}
        {correct.failure}
      </div>
    </details>
  );
}
