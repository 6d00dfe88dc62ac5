import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { QueryBoolean } from '../operation/query-boolean.js';
import { CollectionName } from '../passage.js';
import { EntityUpdate, RelationshipUpdate } from './changelog-entry.js';

/** Most proposals of one answer. */
export const MAX_PROPOSALS = 500;
/** Longest quote of a piece of evidence, in UTF-16 code units. */
export const MAX_EVIDENCE_QUOTE = 300;

/** A place in a session's document that tells a change. Offsets: UTF-16 code units. */
export const ChangeEvidence = z.strictObject({
  documentId: z.string(),
  /** Relative path or URL, for people. */
  source: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  /** The text of the place, cut at 300 code units. */
  quote: z.string().max(MAX_EVIDENCE_QUOTE),
});

/** A change that a session tells. */
export const ProposedChange = z.strictObject({
  /** Session and number: `7-3`. The same documents give the same ids. */
  id: z.string(),
  /** From which session on the change is true. */
  session: z.int().min(0),
  /** The session that tells it. */
  toldBy: z.int().min(0),
  /** `stated`: told as a fact. `doubtful`: a person should decide. */
  certainty: z.enum(['stated', 'doubtful']),
  /** What to ask about a doubtful change; null for a stated one. */
  question: z.string().nullable(),
  kind: z.enum(['combat', 'interaction', 'decision', 'inventory', 'state']),
  evidence: z.array(ChangeEvidence),
  /** Null for a change between two entities. */
  entityUpdate: EntityUpdate.nullable(),
  /** Null for a change of one entity. */
  relationshipUpdate: RelationshipUpdate.nullable(),
});
export type ProposedChange = z.output<typeof ProposedChange>;

export const extractChanges = defineOperation({
  name: 'ingestion.extract-changes',
  revision: 1,
  summary:
    'Read what sessions changed from their stored documents, by rules: proposals with evidence for a person to decide, or ' +
    'stated changes into the changelog.',
  input: z.strictObject({
    collection: CollectionName,
    /** Only this session. Absent: all that the changelog has no entry of. */
    session: z.coerce.number().int().min(0).max(999_999_999).optional(),
    /** Without a session: also those that the changelog has entries of. Nothing of these is added. */
    includeRecorded: QueryBoolean,
    /**
     * `propose` changes nothing. `accept-stated` adds the stated changes of each session that the changelog has no entry of; the
     * doubtful ones wait for a person.
     */
    policy: z.enum(['propose', 'accept-stated']).default('propose'),
  }),
  output: z.strictObject({
    collection: CollectionName,
    /** Sessions that were read, in their order. */
    sessions: z.array(z.strictObject({ session: z.int().min(0), documents: z.int().min(1), isRecorded: z.boolean() })),
    /** In the order of sessions. At most 500: ask for a single session if there are more. */
    proposals: z.array(ProposedChange).max(MAX_PROPOSALS),
    /** Proposals beyond those. */
    omitted: z.int().min(0),
    /** The entries that were added: ids in the changelog, and the session that each is true from. */
    added: z.array(z.strictObject({ id: z.int().min(1), session: z.int().min(0) })),
  }),
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'CONFLICT'],
  // A session is added once.
  idempotent: true,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/changelog/extract' },
  examples: {
    accepted: [
      { title: 'what new sessions changed', input: { collection: 'default' } },
      {
        title: 'one session, for the changelog',
        input: { collection: 'default', session: 7, policy: 'accept-stated' },
      },
      { title: 'all that is doubtful or not', input: { collection: 'default', includeRecorded: true } },
    ],
    rejected: [
      { title: 'no collection', input: {}, field: 'collection' },
      { title: 'a session below 0', input: { collection: 'default', session: -1 }, field: 'session' },
      { title: 'another policy', input: { collection: 'default', policy: 'accept-all' }, field: 'policy' },
    ],
  },
});
