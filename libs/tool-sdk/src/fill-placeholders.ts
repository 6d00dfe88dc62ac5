/**
 * Fills in `{num_objects}`, `{name}` and `{<key of the metadata>}`, in one pass, so that a value that looks like a
 * placeholder stays as it is. Lists are joined with commas, other structures are shown as JSON. A placeholder that nothing
 * is known for stays, for its author to see.
 */
export function fillPlaceholders(
  template: string,
  {
    objects,
    name,
    metadata,
  }: {
    readonly objects: readonly unknown[];
    readonly name: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  },
): string {
  return template.replaceAll(/\{([\w.-]+)\}/g, (placeholder, key: string) => {
    if (key === 'num_objects') return String(objects.length);
    if (key === 'name') return name;
    return Object.hasOwn(metadata, key) ? show(metadata[key]) : placeholder;
  });
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
