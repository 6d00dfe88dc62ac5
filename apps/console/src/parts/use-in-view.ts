import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has come near what is seen; it stays true. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || isSeen) return undefined;
    const seen = (entries: readonly IntersectionObserverEntry[]) =>
      setSeen((before) => before || entries.some(({ isIntersecting }) => isIntersecting));
    const observer = new IntersectionObserver(seen, { rootMargin: '600px' });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
