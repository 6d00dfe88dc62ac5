/** Under these the contracts name documents: passages and citations, results of tools, messages and insights. */
const KEYS: ReadonlySet<string> = new Set(['documentId', 'document_id', 'documents']);

/** The ids of all documents that a value of calls and answers names, each once. */
export function documentsIn(value: unknown): string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (KEYS.has(key)) for (const id of [member].flat()) if (typeof id === 'string') found.add(id);
    collect(member, found);
  }
}
