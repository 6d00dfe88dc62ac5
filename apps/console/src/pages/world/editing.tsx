import { ClientError } from '@arbiter/client';
import { type ReactNode, useId, useState } from 'react';

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
      localStorage.setItem(KEY, next.trim());
    } catch {
      // It holds until the page is closed.
    }
  };
  return [name, keep];
}

export function EditorName({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="small soft">
        Your name, kept with what you change
      </label>
      <input
        id={id}
        value={name}
        maxLength={200}
        autoComplete="name"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** A button that says what will happen and asks again. */
export function Confirmed({
  label,
  what,
  act,
  isDisabled = false,
  onConfirm,
}: {
  readonly label: string;
  /** What will happen, in sentences. */
  readonly what: ReactNode;
  /** What the button of consent says. */
  readonly act: string;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" disabled={isDisabled} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    <div className="confirm" role="group" aria-label={label}>
      <p>{what}</p>
      <div className="row">
        <button
          type="button"
          className="primary"
          // The question stands where the button was.
          ref={(button) => button?.focus()}
          onClick={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          {act}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          Leave it
        </button>
      </div>
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
