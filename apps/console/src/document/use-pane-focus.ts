import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the title when the keyboard opened the pane, and back to where it was when the pane closes. Escape closes,
 * from wherever the focus is, unless something nearer took the key.
 *
 * @param place changes when another citation is opened
 */
export function usePaneFocus(pane: RefObject<HTMLElement | null>, place: unknown, onClose: () => void): void {
  const opener = useRef<Element | null>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const active = document.activeElement;
    if (!active || pane.current?.contains(active)) return;
    opener.current = active;
    if (active.matches(':focus-visible') && !active.matches('input, textarea')) {
      pane.current?.querySelector<HTMLElement>('[data-title]')?.focus();
    }
  }, [pane, place]);
  // A layout effect ends while the pane still has the focus.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      close.current();
    };
    addEventListener('keydown', listen);
    const shown = pane.current;
    return () => {
      removeEventListener('keydown', listen);
      const hadFocus = shown?.contains(document.activeElement) ?? false;
      const before = opener.current;
      // What is being removed cannot keep the focus; where somebody put it meanwhile it stays.
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [pane]);
}
