import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName, Metadata } from '../passage.js';

/** UTF-16 units of a name that an entity is asked for by. */
export const MAX_ENTITY_NAME_LENGTH = 256;
/** UTF-16 units. */
export const MAX_ENTITY_TYPE_LENGTH = 64;

/** The longest name and type in escaped JSON, in base64. */
const MAX_CURSOR_LENGTH = 4_096;

/** UTF-16 units of an entity's data in one response: within what every transport carries, whatever characters they are. */
const MAX_DATA_SLICE = 200_000;

/** What an entity is asked for by; several may be called so. */
export const EntityName = z.strictObject({
  collection: CollectionName,
  /** Such as `unit` or `weapon`; each format has its own. */
  type: z.string().min(1).max(MAX_ENTITY_TYPE_LENGTH),
  name: z.string().min(1).max(MAX_ENTITY_NAME_LENGTH),
});
export type EntityName = z.output<typeof EntityName>;

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

const EntityId = z.strictObject({ entityId: z.string().min(1).max(160) });

/** A unit, a weapon, a rule: what a document describes, with where it does so. */
export const EntityDescription = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  collection: CollectionName,
  /** Such as `unit` or `weapon`; each format has its own. */
  type: z.string(),
  name: z.string(),
  /** Other names that it is found by. */
  aliases: z.array(z.string()),
  /** What is known of it: costs, keywords, profiles. */
  attributes: Metadata,
  /** Of the text that describes it, in UTF-16 code units of the document's text. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** UTF-16 units of what tools calculate with; 0 where it has none. */
  dataLength: z.int().min(0),
});
export type EntityDescription = z.output<typeof EntityDescription>;

export const findEntities = defineOperation({
  name: 'ingestion.find-entities',
  revision: 1,
  summary: 'Find what documents describe by name or alias: units, weapons, rules.',
  input: z.strictObject({
    /** A name or an alias, or the beginnings of words of one; case, accents, punctuation and plurals do not count. */
    name: z.string().min(1).max(MAX_ENTITY_NAME_LENGTH).optional(),
    type: z.string().min(1).max(MAX_ENTITY_TYPE_LENGTH).optional(),
    collection: CollectionName.optional(),
    /** Results left out from the best on. */
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.strictObject({ entities: z.array(EntityDescription) }),
  errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'GET', path: '/v1/entities' },
  examples: {
    accepted: [{ title: 'a unit by its name', input: { name: 'thornguard', type: 'unit' } }],
    rejected: [{ title: 'an empty name', input: { name: '' }, field: 'name' }],
  },
});

export const listEntityNames = defineOperation({
  name: 'ingestion.list-entity-names',
  revision: 1,
  summary: 'List the names of all that documents describe, each once, in order of collection, name and type.',
  input: z.strictObject({
    /** Absent: all of them. */
    collection: CollectionName.optional(),
    /** A page of the longest names is within what every transport carries. */
    limit: z.coerce.number().int().min(1).max(200).default(100),
    /** `next` of the page before. It holds its place when what it stood at has gone. */
    after: EntityNameCursor.optional(),
  }),
  output: z.strictObject({
    /** Without those that `ingestion.find-entities` cannot be asked for: empty ones, and longer ones than it takes. */
    entities: z.array(EntityName),
    /** Null with the last page. */
    next: z.string().nullable(),
  }),
  errors: ['INVALID_REQUEST'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'GET', path: '/v1/entity-names' },
  examples: {
    accepted: [{ title: 'a collection', input: { collection: 'default' } }],
    rejected: [{ title: 'a cursor that no page gave', input: { after: 'x' }, field: 'after' }],
  },
});

export const getEntity = defineOperation({
  name: 'ingestion.get-entity',
  revision: 1,
  summary: 'Describe an entity.',
  input: EntityId,
  output: EntityDescription,
  errors: ['NOT_FOUND'],
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/entities/{entityId}' },
  examples: {
    accepted: [{ title: 'an id', input: { entityId: 'd1:0' } }],
    rejected: [{ title: 'an empty id', input: { entityId: '' }, field: 'entityId' }],
  },
});

export const getEntityData = defineOperation({
  name: 'ingestion.get-entity-data',
  revision: 1,
  summary: 'A part of what tools calculate with about an entity, in the form of its format.',
  input: EntityId.extend({
    /** UTF-16 units of the data. */
    start: z.coerce.number().int().min(0).default(0),
    length: z.coerce.number().int().min(1).max(MAX_DATA_SLICE).default(MAX_DATA_SLICE),
  }),
  output: z.strictObject({
    data: z.string(),
    /** Of the whole: changes when its document changes, so that parts of two versions are told apart. */
    contentHash: z.string(),
    total: z.int().min(0),
  }),
  errors: ['NOT_FOUND'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'GET', path: '/v1/entities/{entityId}/data' },
  examples: {
    accepted: [{ title: 'the first part', input: { entityId: 'd1:0' } }],
    rejected: [{ title: 'a part before the beginning', input: { entityId: 'd1:0', start: -1 }, field: 'start' }],
  },
});
