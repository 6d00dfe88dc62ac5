/** Keywords of JSON Schema that the grammars and schema subsets of all clients of tools know. */
const READABLE: ReadonlySet<string> = new Set([
  'additionalProperties',
  'anyOf',
  'default',
  'description',
  'enum',
  'items',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'properties',
  'required',
  'title',
  'type',
]);

/**
 * What some client of a tool cannot read.
 *
 * @returns the place and the keyword, or the type; empty for a plain schema
 */
export function unreadableKeywords(schema: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      value.forEach((one: unknown, index) => walk(one, `${path}/${index}`));
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [keyword, inner] of Object.entries(value)) {
      const at = `${path}/${keyword}`;
      if (!READABLE.has(keyword)) found.push(at);
      if (keyword === 'type' && typeof inner !== 'string') found.push(at);
      if (keyword === 'default' || keyword === 'enum') continue;
      if (keyword === 'properties')
        for (const [name, field] of Object.entries(inner as object)) walk(field, `${at}/${name}`);
      else walk(inner, at);
    }
  };
  walk(schema, '');
  return found;
}
