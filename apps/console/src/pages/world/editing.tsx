import { ClientError } from '@arbiter/client';
import { useMutation } from '@tanstack/react-query';
import { type InputHTMLAttributes, useId, useState } from 'react';
import { useMay } from '../../server/console-session.js';
import { queries } from '../../server/server.js';

const KEY = 'arbiter.editor';

/** Storage may be forbidden: then the name is asked for on every page. */
function stored(name?: string): string {
  try {
    if (name !== undefined) localStorage.setItem(KEY, name);
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** A change of a world by a person whose name is kept in this browser, since a server without keys knows no names. */
export function useEditing<Input = void>(change: (input: Input, by: string) => Promise<unknown>) {
  const [name, setName] = useState(stored);
  const mayEdit = useMay('editor');
  const made = useMutation({
    mutationFn: (input: Input) => change(input, name.trim()),
    // All that is drawn is asked for again.
    onSuccess: () => queries.invalidateQueries(),
  });
  const keep = (next: string): void => {
    setName(next);
    stored(next);
  };
  const label = 'Your name, kept with what you change';
  return {
    ...made,
    /** Why this reader may not change the world; null if they may. */
    refused: mayEdit ? null : 'Only editors may change this world. Sign in with the key of an editor under Settings.',
    isDisabled: name.trim() === '' || made.isPending,
    nameField: <Field label={label} value={name} maxLength={200} onChange={({ target }) => keep(target.value)} />,
    failure: made.error && (
      <p className="failure small note" role="alert">
        {made.error instanceof ClientError ? made.error.message : 'The change failed.'}
      </p>
    ),
  };
}

export function Field({ label, ...input }: InputHTMLAttributes<HTMLInputElement> & { readonly label: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="small soft">
        {label}
      </label>
      <input id={id} {...input} />
    </div>
  );
}
