import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import type { Fragment } from './fragment.js';
import { type Line, median, type PageLayout, type Region, spellOut } from './page-fragments.js';
import { noteNumbers } from './raised-signs.js';
import { readingOrder } from './reading-order.js';
import { linesOf, placeOf, type RuledTable } from './ruled-tables.js';
import { MAX_COLUMNS } from './table-columns.js';
import { rowToCells } from './text-rows.js';

/** Lines that are laid out by themselves, in their place among the text of a page. */
export interface Inset {
  /** Stands for them where the order of the page is looked for. */
  readonly place: Fragment;
  readonly regions: readonly Region[];
}

/**
 * The lines of a page in reading order.
 *
 * @param number of the page, from 1
 * @param others texts of other directions
 */
export function layOut(
  number: number,
  upright: readonly Fragment[],
  others: readonly string[],
  tables: readonly RuledTable[] = [],
  insets: readonly Inset[] = [],
): PageLayout {
  // In the order of the page, a row of a table is one piece.
  const places = new Map<Fragment, RuledTable>(
    tables.flatMap((table) => table.rows.map((row) => [placeOf(row), table] as const)),
  );
  const insetAt = new Map(insets.map(({ place, regions }) => [place, regions]));
  const ordered = readingOrder([...upright, ...places.keys(), ...insetAt.keys()]);
  const notes = noteNumbers(ordered.flat(), median(upright.map(({ size }) => size)));
  const page = { number, notes };
  const written = new Set<RuledTable>();
  const regions = ordered.flatMap((rows) => {
    const parts: Line[][] = [[]];
    for (const row of rows) {
      const started = new Set(row.flatMap((fragment) => places.get(fragment) ?? []));
      const text = row.filter((fragment) => !places.has(fragment) && !insetAt.has(fragment));
      const line = text.length > 0 ? rowToCells(text, page, MAX_COLUMNS) : undefined;
      const lines = [...started].filter((table) => !written.has(table)).flatMap((table) => linesOf(table, page));
      for (const table of started) written.add(table);
      parts.at(-1)?.push(...(line ? [line] : []), ...lines);
      const inset = row.flatMap((fragment) => insetAt.get(fragment) ?? []);
      if (inset.length > 0) parts.push(...inset.map((region) => [...region]), []);
    }
    return parts;
  });
  // Text of other directions has no place in the order; it follows the rest of its page.
  const bottom = upright.reduce((most, { y }) => Math.max(most, y), 0);
  const text = singleLine(normalizeText(spellOut(others.join(' '))));
  const turned: Line[] = text === '' ? [] : [{ text, stretches: [], left: 0, right: 0, y: bottom + 1, size: 0 }];
  return { number, regions: [...regions, turned].filter((region) => region.length > 0) };
}
