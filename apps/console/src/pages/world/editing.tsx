import { ClientError } from '@arbiter/client';
import { type InputHTMLAttributes, useId, useState } from 'react';

const KEY = 'arbiter.editor';

/** Who changes a world: kept in this browser, since a server without keys knows no names. */
export function useEditor(): readonly [name: string, setName: (name: string) => void] {
  const [name, setName] = useState(() => {
    // Storage may be forbidden: then the name is asked for on every page.
    try {
      return localStorage.getItem(KEY) ?? '';
    } catch {
      return '';
    }
  });
  const keep = (next: string): void => {
    setName(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // It holds until the page is closed.
    }
  };
  return [name, keep];
}

export function EditorName({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const label = 'Your name, kept with what you change';
  return <Field label={label} value={name} maxLength={200} onChange={({ target }) => onChange(target.value)} />;
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

/** Why a change was refused. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (!error) return null;
  return (
    <p className="failure small note" role="alert">
      {error instanceof ClientError ? error.message : 'The change failed.'}
    </p>
  );
}
