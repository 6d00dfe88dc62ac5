import type { RequestOf } from '@arbiter/client';
import { useId, useState } from 'react';
import { server } from '../../server/server.js';
import { Confirmed, EditorName, Refusal, useEditor } from './editing.js';
import { EntitySearch } from './entity-search.js';
import type { NamedEntity } from './find-by-name.js';
import type { WorldPlace } from './use-world.js';
import { useChange, useNoEditing } from './world-queries.js';

export interface CorrectEntityProps {
  readonly collection: string;
  readonly id: string;
  readonly name: string;
  readonly place: WorldPlace;
}

/** Merges an entity with another one, or splits one off from it. Both can be undone. */
export function CorrectEntity({ collection, id, name, place }: CorrectEntityProps) {
  const refused = useNoEditing(collection);
  const [editor, setEditor] = useEditor();
  const correct = useChange(collection, (correction: RequestOf<'correctGraph'>['corrections'][number]) =>
    server.call('correctGraph', { collection, by: editor.trim(), corrections: [correction] }),
  );
  const undo = useChange(collection, (correction: number) =>
    server.call('undoGraphCorrection', { collection, id: correction, by: editor.trim() }),
  );
  const done = correct.data?.ids[0];
  if (refused !== null) return <p className="small soft">{refused}</p>;
  const isDisabled = editor.trim() === '' || correct.isPending;
  return (
    <details className="correct">
      <summary>Correct this entity</summary>
      <div className="stack">
        <EditorName name={editor} onChange={setEditor} />
        <Merge
          {...{ collection, id, name, isDisabled }}
          onMerge={(into) =>
            correct.mutate(
              { kind: 'merge', entities: [id], into: into.id, type: into.type || undefined },
              { onSuccess: () => place.go({ entity: into.id, to: undefined }) },
            )
          }
        />
        <Split {...{ name, isDisabled }} onSplit={(part) => correct.mutate({ kind: 'split', entity: id, ...part })} />
        {correct.isPending && <p role="status">The graph is being corrected …</p>}
        <Refusal error={correct.error ?? undo.error} />
        {done !== undefined && !undo.isSuccess && (
          <p role="status">
            It is done.{' '}
            <button type="button" className="link" onClick={() => undo.mutate(done)}>
              Undo it
            </button>
          </p>
        )}
        {undo.isSuccess && <p role="status">It is undone.</p>}
      </div>
    </details>
  );
}

function Merge({
  collection,
  id,
  name,
  isDisabled,
  onMerge,
}: Omit<CorrectEntityProps, 'place'> & {
  readonly isDisabled: boolean;
  readonly onMerge: (into: NamedEntity) => void;
}) {
  const [into, setInto] = useState<NamedEntity | null>(null);
  return (
    <section className="stack" aria-label="Merge">
      <h4>It is the same as another</h4>
      <EntitySearch collection={collection} label="The other entity" onChoose={setInto} />
      {into && into.id === id && <p className="small soft">This is the entity itself.</p>}
      {into && into.id !== id && (
        <Confirmed
          label={`Merge into ${into.name}`}
          act="Merge them"
          isDisabled={isDisabled}
          what={`“${name}” becomes part of “${into.name}”: its names become other names of it, its relations and mentions move there. You can undo this.`}
          onConfirm={() => onMerge(into)}
        />
      )}
    </section>
  );
}

function Split({
  name,
  isDisabled,
  onSplit,
}: {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly onSplit: (part: { readonly name: string; readonly aliases: string[]; readonly documents: string[] }) => void;
}) {
  const [part, setPart] = useState('');
  const [aliases, setAliases] = useState('');
  const [documents, setDocuments] = useState('');
  const listOf = (text: string): string[] => text.split(',').flatMap((each) => each.trim() || []);
  const isWhole = part.trim() !== '' && listOf(aliases).length + listOf(documents).length > 0;
  return (
    <section className="stack" aria-label="Split">
      <h4>It is two things of one name</h4>
      <Field label="Name of the second" value={part} onChange={setPart} />
      <Field label="Its other names, with commas" value={aliases} onChange={setAliases} />
      <Field label="Its documents (paths), with commas" value={documents} onChange={setDocuments} />
      <Confirmed
        label="Split it off"
        act="Split them"
        isDisabled={isDisabled || !isWhole}
        what={`“${part.trim()}” becomes an entity of its own. The names and documents you gave are of it from now on, no longer of “${name}”. You can undo this.`}
        onConfirm={() => onSplit({ name: part.trim(), aliases: listOf(aliases), documents: listOf(documents) })}
      />
    </section>
  );
}

function Field({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="small soft">
        {label}
      </label>
      <input id={id} value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}
