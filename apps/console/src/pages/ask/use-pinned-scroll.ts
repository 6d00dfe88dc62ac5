import { type RefCallback, useCallback, useRef } from 'react';

/** How near to the end a reader still counts as being there, in pixels. */
const NEAR = 48;

/**
 * Follows a text that grows, while its reader is at the end and as long as it runs. When it has ended, what comes below it moves
 * nothing out of sight.
 */
export function usePinnedScroll(isRunning: boolean): RefCallback<HTMLElement> {
  const isPinned = useRef(true);
  const runs = useRef(isRunning);
  // Who has just asked waits for what comes.
  if (isRunning && !runs.current) isPinned.current = true;
  runs.current = isRunning;
  return useCallback((box: HTMLElement) => {
    const content = box.firstElementChild as HTMLElement;
    let placed = -1;
    const look = () => {
      // What this has scrolled itself says nothing of where its reader is.
      if (box.scrollTop !== placed) isPinned.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    };
    // What somebody opens in a finished answer grows where it stands.
    const hold = () => (isPinned.current &&= runs.current);
    const follow = () => {
      if (!isPinned.current) return;
      const newest = content.lastElementChild;
      const beginning = newest instanceof HTMLElement ? newest.offsetTop - content.offsetTop : Infinity;
      const end = box.scrollHeight - box.clientHeight;
      // A finished answer is read from its beginning.
      box.scrollTop = runs.current ? end : Math.max(box.scrollTop, Math.min(end, beginning));
      placed = box.scrollTop;
    };
    const observer = new ResizeObserver(follow);
    observer.observe(content);
    box.addEventListener('scroll', look, { passive: true });
    for (const event of ['pointerdown', 'keydown']) box.addEventListener(event, hold);
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
      for (const event of ['pointerdown', 'keydown']) box.removeEventListener(event, hold);
    };
  }, []);
}
