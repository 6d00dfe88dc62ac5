import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useRouter } from '@tanstack/react-router';

/** How far beyond the view pieces are drawn, in shares of its height. */
const MARGIN = '75% 0px';

/**
 * Which of many pieces, stacked in a scrolled box, are near its visible part. The pieces are the children of the content and
 * carry their index as `data-index`.
 *
 * @param key changes when the pieces are others
 * @returns also the heights of pieces that were drawn and are not any more, in pixels
 */
export function useNear(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>, key: unknown) {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  const heights = useRef(new Map<number, number>());
  useEffect(() => {
    heights.current = new Map();
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const after = new Set(before);
          for (const { target, isIntersecting, boundingClientRect } of entries) {
            const index = Number((target as HTMLElement).dataset.index);
            if (isIntersecting) after.add(index);
            else if (after.delete(index)) heights.current.set(index, boundingClientRect.height);
          }
          return after;
        }),
      { root: box.current, rootMargin: MARGIN },
    );
    for (const piece of content.current?.children ?? []) observer.observe(piece);
    return () => {
      observer.disconnect();
      setNear(new Set());
    };
  }, [box, content, key]);
  return { near, heights: heights.current as ReadonlyMap<number, number> };
}

/** Where in the view the goal comes to lie, in shares of the room above and below it. */
const ABOVE = 0.3;

/**
 * Keeps the element with `data-goal` in view while what surrounds it takes its final size, until the reader scrolls: it stands
 * there in the first frame, and pieces above it that turn out higher than thought move nothing.
 *
 * @param goal another one is scrolled to; null: nothing is
 * @returns whether the goal is still held
 */
export function useHeldGoal(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  goal: unknown,
): RefObject<boolean> {
  const isHeld = useRef(false);
  const last = useRef<unknown>(null);
  if (last.current !== goal) {
    last.current = goal;
    isHeld.current = goal !== null;
  }
  const show = useCallback(() => {
    if (isHeld.current) scrollToGoal(box.current);
  }, [box]);
  useLayoutEffect(show);
  useEffect(() => {
    const [scrolled, inner] = [box.current, content.current];
    if (!scrolled || !inner) return;
    const release = () => {
      isHeld.current = false;
    };
    const sizes = new ResizeObserver(show);
    sizes.observe(scrolled);
    sizes.observe(inner);
    const EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
    for (const event of EVENTS) scrolled.addEventListener(event, release, { passive: true });
    return () => {
      sizes.disconnect();
      for (const event of EVENTS) scrolled.removeEventListener(event, release);
    };
  }, [box, content, show]);
  return isHeld;
}

function scrollToGoal(box: HTMLElement | null): void {
  const goal = box?.querySelector('[data-goal]');
  if (!box || !goal) return;
  const [view, place] = [box.getBoundingClientRect(), goal.getBoundingClientRect()];
  const room = Math.max(0, view.height - place.height);
  const down = place.top - view.top - room * ABOVE;
  if (Math.abs(down) >= 1) box.scrollTop += down;
  const isAside = place.left < view.left || place.right > view.right;
  if (isAside) box.scrollLeft += place.left - view.left - Math.max(0, view.width - place.width) / 2;
}

/** Counts how often the address that is shown was asked for again, as by a second click on the same citation. */
export function useRepeatedVisits(): number {
  const router = useRouter();
  const [visits, setVisits] = useState(0);
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
        if (!hrefChanged) setVisits((before) => before + 1);
      }),
    [router],
  );
  return visits;
}
