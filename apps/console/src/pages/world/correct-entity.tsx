import type { RequestOf } from '@arbiter/client';
import { type FormEvent, useState } from 'react';
import { server } from '../../server/server.js';
import { EditorName, Field, Refusal, useEditor } from './editing.js';
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

/** Merges an entity with another one, or splits one off from it. What will happen is said beside the button; it can be undone. */
export function CorrectEntity({ collection, id, name, place }: CorrectEntityProps) {
  const refused = useNoEditing(collection);
  const [editor, setEditor] = useEditor();
  const [into, setInto] = useState<NamedEntity | null>(null);
  const correct = useChange(collection, (correction: RequestOf<'correctGraph'>['corrections'][number]) =>
    server.call('correctGraph', { collection, by: editor, corrections: [correction] }),
  );
  const merge = ({ id: other, type }: NamedEntity) =>
    correct.mutate(
      { kind: 'merge', entities: [id], into: other, type: type || undefined },
      { onSuccess: () => place.go({ entity: other, to: undefined }) },
    );
  const split = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const listOf = (field: string) =>
      textIn(form, field)
        .split(',')
        .flatMap((each) => each.trim() || []);
    const [aliases, documents] = [listOf('aliases'), listOf('documents')];
    correct.mutate({ kind: 'split', entity: id, name: textIn(form, 'name'), aliases, documents });
  };
  if (refused !== null) return <p className="small soft">{refused}</p>;
  const isDisabled = editor.trim() === '' || correct.isPending;
  return (
    <details className="correct">
      <summary>Correct this entity</summary>
      <div className="stack">
        <EditorName name={editor} onChange={setEditor} />
        <h4>It is the same as another</h4>
        <EntitySearch collection={collection} label="The other entity" onChoose={setInto} />
        {into && into.id !== id && (
          <div className="confirm">
            <p>
              “{name}” becomes part of “{into.name}”: its names become other names of it, its relations and mentions
              move there. You can undo this under Corrections.
            </p>
            <button type="button" disabled={isDisabled} onClick={() => merge(into)}>
              Merge them
            </button>
          </div>
        )}
        <h4>It is two things of one name</h4>
        <form className="stack" onSubmit={split}>
          <Field label="Name of the second" name="name" required maxLength={200} />
          <Field label="Its other names, with commas" name="aliases" />
          <Field label="Its documents (paths), with commas" name="documents" />
          <div className="confirm">
            <p>
              The second becomes an entity of its own. The names and documents you give are of it from then on, no
              longer of “{name}”. You can undo this under Corrections.
            </p>
            <button disabled={isDisabled}>Split them</button>
          </div>
        </form>
        {correct.isPending && <p role="status">The graph is being corrected …</p>}
        {correct.isSuccess && <p role="status">It is done.</p>}
        <Refusal error={correct.error} />
      </div>
    </details>
  );
}

function textIn(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value.trim() : '';
}
