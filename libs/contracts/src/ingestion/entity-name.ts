import { z } from 'zod';
import { CollectionName } from '../passage.js';

/** UTF-16 units of a name that an entity is asked for by. */
export const MAX_ENTITY_NAME_LENGTH = 256;
/** UTF-16 units. */
export const MAX_ENTITY_TYPE_LENGTH = 64;

/** What an entity is asked for by; several may be called so. */
export const EntityName = z.strictObject({
  collection: CollectionName,
  /** Such as `unit` or `weapon`; each format has its own. */
  type: z.string().min(1).max(MAX_ENTITY_TYPE_LENGTH),
  name: z.string().min(1).max(MAX_ENTITY_NAME_LENGTH),
});
export type EntityName = z.output<typeof EntityName>;

/** The longest name and type in escaped JSON, in base64. */
const MAX_CURSOR_LENGTH = 4_096;

/** Where a list of names goes on: nothing that a client should read. */
export const EntityNameCursor = z
  .string()
  .max(MAX_CURSOR_LENGTH)
  .refine((cursor) => parseEntityNameCursor(cursor) !== null, 'must be what the page before gave as `next`');

/** @param last the name that a page ends with */
export function formatEntityNameCursor({ collection, name, type }: EntityName): string {
  return Buffer.from(JSON.stringify([collection, name, type])).toString('base64url');
}

/** @returns null for what is no such cursor */
export function parseEntityNameCursor(cursor: string): EntityName | null {
  try {
    const [collection, name, type, ...others] = z
      .array(z.unknown())
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return others.length === 0 ? EntityName.parse({ collection, name, type }) : null;
  } catch {
    return null;
  }
}
