import type { Chunk, ChunkFilter, FilterValue } from '@arbiter/ports';

/**
 * The facts of a chunk's metadata that filters can ask for, one string `"key":value` in JSON for each scalar and for
 * each scalar of a list. JSON keeps the text "1" and the number 1 apart and marks where the key ends.
 *
 * @returns sorted, none twice; null, objects and lists inside lists give none
 */
export function termsOf(metadata: Chunk['metadata']): string[] {
  const terms = Object.entries(metadata).flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isScalar).map((scalar) => termOf(key, scalar)),
  );
  return [...new Set(terms)].sort();
}

/**
 * @returns a condition of the SQL that Lance understands over the column `terms`; null when the filter asks for nothing
 */
export function compileFilter(filter: ChunkFilter = {}): string | null {
  const conditions = Object.entries(filter).map(([key, wanted]) => {
    const values: readonly FilterValue[] = typeof wanted === 'object' ? wanted : [wanted];
    const terms = values.map((value) => sqlText(termOf(key, value)));
    if (terms.length === 0) return 'false';
    return terms.length === 1 ? `array_has(terms, ${terms.join()})` : `array_has_any(terms, [${terms.join(', ')}])`;
  });
  return conditions.length === 0 ? null : conditions.join(' AND ');
}

/** @returns a condition that holds for the chunks of these documents */
export function ofDocuments(documentIds: readonly string[]): string {
  return documentIds.length === 0 ? 'false' : `document_id IN (${documentIds.map(sqlText).join(', ')})`;
}

function termOf(key: string, value: FilterValue): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

function isScalar(value: unknown): value is FilterValue {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** A literal of SQL: a quote is doubled, and nothing else has a meaning. */
function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
