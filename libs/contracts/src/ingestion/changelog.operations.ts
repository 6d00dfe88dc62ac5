import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { QueryBoolean } from '../operation/query-boolean.js';
import { CollectionName } from '../passage.js';
import { ChangelogEntry, IdempotencyKey, ProposalDecision } from './changelog-entry.js';

/** Most entries of one request. */
export const MAX_ADDED_ENTRIES = 100;

const EventId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const Session = z.coerce.number().int().min(0).max(999_999_999);

/** An entry of a changelog, and whether it still counts. */
export const RecordedChange = z.strictObject({
  /** Position in the changelog. */
  id: z.int().min(1),
  recordedAt: z.iso.datetime(),
  entry: ChangelogEntry,
  /** The event that took the entry back; null while it counts. */
  revertedBy: z.strictObject({ id: z.int().min(1), recordedAt: z.iso.datetime() }).nullable(),
  /** The decision of a person on a proposed change; absent for other entries. A rejected entry never counts. */
  decision: ProposalDecision.extend({ verdict: z.enum(['accepted', 'rejected']) }).optional(),
});
export type RecordedChange = z.output<typeof RecordedChange>;

/** An update that does not fit the world at its time. It counts nevertheless. */
export const ChangeContradiction = z.strictObject({
  /** Id of the entry. */
  entry: z.int().min(1),
  session: z.int().min(0),
  /** Ids as in the entry: one entity, or the two of a relation. */
  about: z.array(z.string()).min(1).max(2),
  /**
   * `before`: its `old_status` is not so. `same-session`: another entry of the session says otherwise of the entity.
   * `self-relation`: both ids mean one entity, and nothing is related.
   */
  kind: z.enum(['before', 'same-session', 'self-relation']),
  /** What the update says was so; for `same-session` what it says is so. */
  said: z.string(),
  /** What is so instead; `none` for a relation that has ended; the one entity of a self-relation. */
  found: z.string(),
  /** The entry that says so; null for the documents. */
  foundIn: z.int().min(1).nullable(),
});
export type ChangeContradiction = z.output<typeof ChangeContradiction>;

const BURNT_INN = {
  session_id: 6,
  date: '2026-03-14',
  entity_updates: [
    { entity_id: 'drowned-heron', entity_type: 'location', status: 'destroyed', destroyed_by: ['cinder-company'] },
  ],
  relationship_updates: [{ from: 'party', to: 'merchants-guild', old_status: 'allied_with', new_status: 'hostile_to' }],
};

export const addChanges = defineOperation({
  name: 'ingestion.add-changes',
  summary:
    'Record what sessions changed: statuses of entities and relations between them. The documents stay as they are.',
  input: z.strictObject({
    collection: CollectionName,
    entries: z.array(ChangelogEntry).min(1).max(MAX_ADDED_ENTRIES),
    /**
     * Extra: a key of the caller's own. The same key with the same entries adds nothing and gives the same answer, so that a
     * request without an answer can be repeated.
     */
    idempotencyKey: IdempotencyKey.optional(),
  }),
  output: z.strictObject({
    collection: CollectionName,
    /** Ids of the entries, in their order. */
    ids: z.array(z.int().min(1)),
    /** True if the key had added these entries before. */
    repeated: z.boolean(),
    /** Ids of entities that no document of the collection describes so far. Their changes count nevertheless. */
    unknownEntities: z.array(z.string()),
    /** Of `ids`, those whose session comes before one that was recorded earlier. They count from their own session on. */
    late: z.array(z.int().min(1)),
    /** Updates that contradict the world at their time: of these entries, and of others that a late one contradicts now. */
    contradictions: z.array(ChangeContradiction),
  }),
  errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE'],
  // Without a key, a repeated request adds its entries twice.
  role: 'editor',
  idempotent: false,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/v1/changelog', status: 201 },
  examples: {
    'a destroyed inn and a lost ally': { collection: 'default', entries: [BURNT_INN] },
    'a key for retries, a session by its name and attributes of its own': {
      collection: 'default',
      idempotencyKey: 'shift-2026-03-14:7',
      entries: [{ session_id: 'session_7', entity_updates: [{ entity_id: 'pump-3', permit: 'hot work', tag: 12 }] }],
    },
  },
});

export const listChanges = defineOperation({
  name: 'ingestion.list-changes',
  summary: 'List what sessions changed, in the order in which it was true: by session, then as it was recorded.',
  input: z.strictObject({
    collection: CollectionName,
    /** What was true after this session. Default: after the last. */
    asOfSession: Session.optional(),
    /** What was true at the end of this day, ISO 8601. Entries without a date count by their session alone. */
    date: z.iso.date().optional(),
    /** What was known at this time, whether or not it was reverted since. */
    recordedBy: z.iso.datetime({ offset: true }).optional(),
    /** Only what was recorded after this event. With `includeReverted`, also older entries that were reverted after it. */
    sinceId: z.coerce.number().int().min(0).optional(),
    /** Only what happened after this session. */
    sinceSession: Session.optional(),
    /** Only what concerns this entity: an id as in the entries; case and punctuation do not matter. */
    entity: z.string().min(1).max(256).optional(),
    includeReverted: QueryBoolean,
    /** A page may be shorter, if its entries are long. */
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** `next` of the previous page. */
    after: z
      .string()
      .regex(/^\d{1,9}\.\d{1,15}$/, 'must be what the page before gave as `next`')
      .optional(),
  }),
  output: z.strictObject({
    changes: z.array(RecordedChange),
    /** Of the entries of this page: updates that contradict the world at their time, as the page shows it. */
    contradictions: z.array(ChangeContradiction),
    /** Null on the last page. */
    next: z.string().nullable(),
    /** Id of the last event of the changelog, for `sinceId`; 0 if it is empty. */
    lastId: z.int().min(0),
  }),
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/changelog' },
  mcp: { tool: 'list-changes' },
  examples: {
    'all that counts': { collection: 'default' },
    'what was believed of session 5 at a time': {
      collection: 'default',
      asOfSession: 5,
      recordedBy: '2026-03-14T20:00:00Z',
    },
    'what changed since an event': { collection: 'default', sinceId: 17, includeReverted: true },
  },
});

export const revertChange = defineOperation({
  name: 'ingestion.revert-change',
  summary:
    'Take an entry of the changelog back. It stays on record, and no longer counts. A proposed change that it decided is open again.',
  input: z.strictObject({ collection: CollectionName, id: EventId }),
  output: z.strictObject({
    change: RecordedChange,
    /** True if it had been reverted before, and nothing happened. */
    repeated: z.boolean(),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/v1/changelog/{id}/revert' },
  examples: { 'an entry': { collection: 'default', id: 3 } },
});
