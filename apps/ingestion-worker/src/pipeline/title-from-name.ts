/** What Notion adds to the names of what it exports: the id of the page, and `_all` for all rows of a database. */
const NOTION_ID = / [0-9a-f]{32}(?:_all)?$/;

/** What a document is called that does not say so: "law/salvage-law.md" → "salvage law". */
export function titleFromName(source: string): string {
  const base = source.slice(source.lastIndexOf('/') + 1);
  return base
    .replace(/\.[^.]+$/, '')
    .replace(NOTION_ID, '')
    .replace(/[-_]+/g, ' ')
    .trim();
}
