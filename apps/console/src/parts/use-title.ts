import { useEffect } from 'react';

/** Names the tab and its entry in the history. @param title undefined or empty: the name stays */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Arbiter`;
  }, [title]);
}
