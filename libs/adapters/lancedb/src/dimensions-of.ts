import type { Table } from '@lancedb/lancedb';
import { DataType, type Field } from 'apache-arrow';

/** @returns null for a table that no vector was written to yet */
export async function dimensionsOf(table: Table): Promise<number | null> {
  const field: Field | undefined = (await table.schema()).fields.find(({ name }) => name === 'vector');
  // Not `instanceof`: Lance loads Arrow as CommonJS, and has classes of its own.
  return field && DataType.isFixedSizeList(field.type) ? field.type.listSize : null;
}
