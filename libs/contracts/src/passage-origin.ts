/** Key of a document's metadata, and of its passages': the kind of machine-made text it is. Absent in what people wrote. */
export const MACHINE_MADE = 'machine_made';

/** Key of the metadata of documents whose path their source prefers; its value is `true`. */
export const PREFERRED = 'preferred_source';

/**
 * Kinds of text that programs write for programs. `measurements`: numbers, such as results of a benchmark; `records`: ids, times and
 * paths; `generated`: other text that says so at its head.
 */
export const MACHINE_KINDS = [
  'lock-file',
  'minified',
  'source-map',
  'log',
  'coverage',
  'api-description',
  'snapshot',
  'measurements',
  'records',
  'generated',
] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

/** The kind that a document or passage is marked with; null for none, and for a mark of another kind. */
export function machineKindOf(metadata: Readonly<Record<string, unknown>>): MachineKind | null {
  return MACHINE_KINDS.find((kind) => kind === metadata[MACHINE_MADE]) ?? null;
}

/** Whether a document or passage has a path that its source prefers. */
export function isPreferred(metadata: Readonly<Record<string, unknown>>): boolean {
  return metadata[PREFERRED] === true;
}
