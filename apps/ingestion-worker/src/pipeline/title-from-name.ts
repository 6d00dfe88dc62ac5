/** What a document is called that does not say so: "law/salvage-law.md" → "salvage law". */
export function titleFromName(source: string): string {
  const base = source.slice(source.lastIndexOf('/') + 1);
  return base
    .replace(/\.[^.]+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
}
