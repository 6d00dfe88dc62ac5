import { clausesOf, type FactClause, type SearchOptions } from '@arbiter/ports';

/** @returns a condition of the SQL that Lance understands; null when every chunk may be shown */
export function conditionOf({
  filter = [],
  chunkIds,
}: {
  readonly filter?: SearchOptions['filter'] | undefined;
  readonly chunkIds?: SearchOptions['chunkIds'] | undefined;
}): string | null {
  const conditions = [...clausesOf(filter).map(sqlOfClause), ...(chunkIds ? [withIds(chunkIds)] : [])];
  return conditions.length === 0 ? null : conditions.join(' AND ');
}

/** @returns a condition that holds for these chunks */
export function withIds(chunkIds: readonly string[]): string {
  return oneOf('id', chunkIds);
}

/** @returns a condition that holds for the chunks of these documents */
export function ofDocuments(documentIds: readonly string[]): string {
  return oneOf('document_id', documentIds);
}

function sqlOfClause({ orWithout, ...clause }: FactClause): string {
  const condition = sqlOfFacts(clause);
  return orWithout === undefined ? condition : `(NOT array_has(facts, ${sqlText(orWithout)}) OR ${condition})`;
}

function sqlOfFacts({ anyOf, negated }: FactClause): string {
  const [first, ...others] = anyOf;
  if (first === undefined) return negated ? 'true' : 'false';
  const holds =
    others.length === 0
      ? `array_has(facts, ${sqlText(first)})`
      : `array_has_any(facts, [${anyOf.map(sqlText).join(', ')}])`;
  return negated ? `NOT ${holds}` : holds;
}

function oneOf(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'false' : `${column} IN (${values.map(sqlText).join(', ')})`;
}

/** A literal of SQL: a quote is doubled, and nothing else has a meaning. */
function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
