import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName, Metadata } from '../passage.js';

/** Longest name of an entity in a request, in UTF-16 code units. */
export const MAX_ENTITY_NAME_LENGTH = 256;
/** In UTF-16 code units. */
export const MAX_ENTITY_TYPE_LENGTH = 64;

/** Enough for the longest name and type in escaped JSON, in base64. */
const MAX_CURSOR_LENGTH = 4_096;

/**
 * Largest slice of an entity's data in one response, in UTF-16 code units. Every transport can carry it, whatever the
 * characters.
 */
const MAX_DATA_SLICE = 200_000;

/** Collection, name and type for requesting entities. Several entities may share them. */
export const EntityName = z.strictObject({
  collection: CollectionName,
  /** Such as `unit` or `weapon`; each format has its own types. */
  type: z.string().min(1).max(MAX_ENTITY_TYPE_LENGTH),
  name: z.string().min(1).max(MAX_ENTITY_NAME_LENGTH),
});
export type EntityName = z.output<typeof EntityName>;

/** Cursor of a list of names, opaque to clients. */
export const EntityNameCursor = z
  .string()
  .max(MAX_CURSOR_LENGTH)
  .refine((cursor) => parseEntityNameCursor(cursor) !== null, 'must be what the page before gave as `next`');

/** @param last the last name of a page */
export function formatEntityNameCursor({ collection, name, type }: EntityName): string {
  return Buffer.from(JSON.stringify([collection, name, type])).toString('base64url');
}

/** @returns null for an invalid cursor */
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

const EntityId = z.strictObject({ entityId: z.string().min(1).max(160) });

/** An entity that a document describes, such as a unit, a weapon or a rule, with the place of the description. */
export const EntityDescription = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  collection: CollectionName,
  /** Such as `unit` or `weapon`; each format has its own types. */
  type: z.string(),
  name: z.string(),
  /** Other names that find it. */
  aliases: z.array(z.string()),
  /** Facts about it: costs, keywords, profiles. */
  attributes: Metadata,
  /** Offset of its description in the document's text, in UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** Length of the data for tools, in UTF-16 code units; 0 if there is none. */
  dataLength: z.int().min(0),
});
export type EntityDescription = z.output<typeof EntityDescription>;

export const findEntities = defineOperation({
  name: 'ingestion.find-entities',
  summary: 'Find what documents describe by name or alias: units, weapons, rules.',
  input: z.strictObject({
    /** A name or alias, or prefixes of its words. Case, accents, punctuation and plurals do not matter. */
    name: z.string().min(1).max(MAX_ENTITY_NAME_LENGTH).optional(),
    type: z.string().min(1).max(MAX_ENTITY_TYPE_LENGTH).optional(),
    collection: CollectionName.optional(),
    /** Number of best results to skip. */
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.strictObject({ entities: z.array(EntityDescription) }),
  errors: ['PAYLOAD_TOO_LARGE'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/entities' },
  mcp: { tool: 'find-entities' },
  examples: { 'a unit by its name': { name: 'thornguard', type: 'unit' } },
});

export const listEntityNames = defineOperation({
  name: 'ingestion.list-entity-names',
  summary: 'List the names of all that documents describe, each once, in order of collection, name and type.',
  input: z.strictObject({
    /** Absent: all collections. */
    collection: CollectionName.optional(),
    /** Every transport can carry a page of the longest names. */
    limit: z.coerce.number().int().min(1).max(200).default(100),
    /** `next` of the previous page. It stays valid if the entity at its position is deleted. */
    after: EntityNameCursor.optional(),
  }),
  output: z.strictObject({
    /** Without empty names and names that are too long for `ingestion.find-entities`. */
    entities: z.array(EntityName),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/entity-names' },
  examples: { 'a collection': { collection: 'default' } },
});

export const getEntity = defineOperation({
  name: 'ingestion.get-entity',
  summary: 'Describe an entity.',
  input: EntityId,
  output: EntityDescription,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/entities/{entityId}' },
  examples: { 'an id': { entityId: 'd1:0' } },
});

export const getEntityData = defineOperation({
  name: 'ingestion.get-entity-data',
  summary: 'A part of what tools calculate with about an entity, in the form of its format.',
  input: EntityId.extend({
    /** Offset in the data, in UTF-16 code units. */
    start: z.coerce.number().int().min(0).default(0),
    length: z.coerce.number().int().min(1).max(MAX_DATA_SLICE).default(MAX_DATA_SLICE),
  }),
  output: z.strictObject({
    data: z.string(),
    /** Hash of the whole data. It changes with the document, so that slices of two versions are not combined. */
    contentHash: z.string(),
    total: z.int().min(0),
  }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/entities/{entityId}/data' },
  examples: { 'the first part': { entityId: 'd1:0' } },
});
