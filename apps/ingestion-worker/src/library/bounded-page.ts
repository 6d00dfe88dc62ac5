/**
 * The first of many as they are shown, of bounded size whatever they hold: the first one always, others until they are longer
 * than a page.
 *
 * @param maxLength of all as JSON, in UTF-16 code units
 */
export function boundedPage<T, S>(
  many: readonly T[],
  show: (one: T) => S,
  { limit, maxLength }: { readonly limit: number; readonly maxLength: number },
): S[] {
  const page: S[] = [];
  let length = 0;
  for (const one of many.slice(0, limit)) {
    const shown = show(one);
    length += JSON.stringify(shown).length;
    if (page.length > 0 && length > maxLength) break;
    page.push(shown);
  }
  return page;
}

/** Most that a page of events or chunks holds: every transport carries that. */
export const LOG_PAGE_LENGTH = 200_000;
