import { useEffect, useRef } from 'react';

/** How long the first key of a pair waits for the second, in milliseconds. */
const PAIR_MS = 1_000;

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';

/**
 * Runs what belongs to a key or to a pair of keys ("/", "g a") while nothing is typed and no modifier is held. A later caller's keys
 * go first.
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      const pair = first && event.timeStamp - first.at < PAIR_MS ? `${first.key} ${event.key}` : '';
      const action = current.current[pair] ?? current.current[event.key];
      first = { key: event.key, at: event.timeStamp };
      if (!action) return;
      event.preventDefault();
      first = null;
      action();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
