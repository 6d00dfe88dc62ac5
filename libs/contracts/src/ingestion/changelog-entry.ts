import { z } from 'zod';

/** Last session that an entry may name. */
const MAX_SESSION = 999_999_999;

/** `12`, or `session_12` as the entity index writes it. */
export const SessionNumber = z
  .union([z.int().min(0).max(MAX_SESSION), z.string().regex(/^(?:[Ss]ession|SESSION)[_ -]?\d{1,9}$/)])
  .transform((session) => (typeof session === 'number' ? session : Number(/\d+/.exec(session)?.[0])))
  .pipe(z.int().min(0).max(MAX_SESSION));

const Id = z.string().trim().min(1).max(256);
const Status = z.string().trim().min(1).max(256);

/** A change of one entity. Keys beyond the named ones are attributes: `destroyed_by`, `location`, `price`. */
export const EntityUpdate = z.looseObject({
  entity_id: Id,
  entity_type: z.string().min(1).max(64).optional(),
  /** Plain words: no list of them is closed. */
  status: Status.optional(),
  old_status: Status.optional(),
});
export type EntityUpdate = z.output<typeof EntityUpdate>;

/** A change between two entities. A status is a relation type (`led_by`), a stance (`hostile`) or `none`. */
export const RelationshipUpdate = z.looseObject({
  from: Id,
  to: Id,
  old_status: Status.optional(),
  new_status: Status,
});
export type RelationshipUpdate = z.output<typeof RelationshipUpdate>;

/** What one session changed: a line of `changelog.jsonl`. Unknown keys are kept. */
export const ChangelogEntry = z
  .looseObject({
    session_id: SessionNumber,
    /** The day of the session, ISO 8601. */
    date: z.iso.date().optional(),
    entity_updates: z.array(EntityUpdate).default([]),
    relationship_updates: z.array(RelationshipUpdate).default([]),
  })
  .superRefine(({ entity_updates, relationship_updates }, context) => {
    relationship_updates.forEach(({ from, to }, index) => {
      if (from === to)
        context.addIssue({
          code: 'custom',
          path: ['relationship_updates', index],
          message: 'relates an entity to itself',
        });
    });
    if (entity_updates.length + relationship_updates.length === 0)
      context.addIssue({ code: 'custom', message: 'changes nothing' });
  });
export type ChangelogEntry = z.output<typeof ChangelogEntry>;

/** A key that a client repeats with a request, so that a retry adds nothing twice. */
export const IdempotencyKey = z
  .string()
  .max(128)
  .regex(/^[\w.:-]+$/, 'must hold only letters, digits, ".", ":", "_" and "-"');

/** Names a proposed change by what it says: `7-k3f9q1c2`, with the session that tells it. */
export const ProposalId = z.string().regex(/^\d{1,9}-[0-9a-z]{1,16}$/, 'must be the id of a proposed change');

/** What a person said of a proposed change. */
export const ProposalDecision = z.strictObject({
  proposal: ProposalId,
  by: z.string().trim().min(1).max(256),
  reason: z.string().trim().min(1).max(1_000).optional(),
  /** The answer to its question, where one was given. */
  answer: z.string().max(256).optional(),
});
export type ProposalDecision = z.output<typeof ProposalDecision>;

const EVENT = {
  /** Position in the log, from 1. */
  id: z.int().min(1),
  /** When the event was recorded, in milliseconds since 1970. It never falls along the log. */
  recordedAt: z.number(),
};

/** One event of a changelog. None is ever changed: a revert is an event of its own. */
export const ChangelogEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    ...EVENT,
    kind: z.literal('entry'),
    entry: ChangelogEntry,
    /** Of the request that added it, if it had one. */
    idempotencyKey: IdempotencyKey.optional(),
    /** A person accepted a proposed change by it. */
    decision: ProposalDecision.optional(),
  }),
  /** A person rejected a proposed change. */
  z.strictObject({
    ...EVENT,
    kind: z.literal('rejection'),
    /** What acceptance would have recorded. It never counts. */
    entry: ChangelogEntry,
    decision: ProposalDecision,
  }),
  z.strictObject({
    ...EVENT,
    kind: z.literal('revert'),
    /** Id of the entry or rejection that no longer counts. */
    of: z.int().min(1),
  }),
]);
export type ChangelogEvent = z.output<typeof ChangelogEvent>;
