/** The same figures with a word before their names: `p95Ms` of `keyword` is `keywordP95Ms`. */
export function prefixFigures(prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
  );
}
