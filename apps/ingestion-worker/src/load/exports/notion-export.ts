import type { FoundItem } from '@arbiter/ports';

/** `Tasks 0123456789abcdef0123456789abcdef_all.csv`: all rows of a database, beside those of its view without `_all`. */
const ALL_ROWS = /(^|\/)([^/]* [0-9a-f]{32})_all\.csv$/;

/** Leaves out the view of a database where all of its rows are there, too: they would be found twice. */
export function withoutNotionViews(items: readonly FoundItem[]): FoundItem[] {
  const views = new Map<string, string>();
  for (const item of items) {
    if (!('read' in item) || !ALL_ROWS.test(item.source)) continue;
    views.set(item.source.replace(/_all\.csv$/, '.csv'), item.source);
  }
  return items.map((item) => {
    const all = 'read' in item ? views.get(item.source) : undefined;
    if (!('read' in item) || all === undefined) return item;
    return { skipped: { source: item.source, reason: `Its rows stand in ${all}, too.` } };
  });
}
