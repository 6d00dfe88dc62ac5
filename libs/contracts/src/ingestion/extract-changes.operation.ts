import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { QueryBoolean } from '../operation/query-boolean.js';
import { CollectionName } from '../passage.js';
import { EntityUpdate, RelationshipUpdate } from './changelog-entry.js';
import { RecordedChange } from './changelog.operations.js';

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

/** An answer to the question of a doubtful change. */
export const ProposedAnswer = z.strictObject({
  /** In words: `dead`, `yes`, `neither`. */
  answer: z.string().min(1).max(256),
  /** False: it rejects the change. */
  accepts: z.boolean(),
  /** What the entity is instead of what is proposed; null where the change is accepted or rejected as it is. */
  status: z.string().nullable(),
});
export type ProposedAnswer = z.output<typeof ProposedAnswer>;

/** A change that a session tells. */
export const ProposedChange = z.strictObject({
  /** The session that tells it, and a digest of what changes: `7-k3f9q1c2`. The same change has the same id, whatever else changes. */
  id: z.string(),
  /** From which session on the change is true. */
  session: z.int().min(0),
  /** The session that tells it. */
  toldBy: z.int().min(0),
  /** `stated`: told as a fact. `doubtful`: a person should decide. */
  certainty: z.enum(['stated', 'doubtful']),
  /** What to ask about a doubtful change; null for a stated one. */
  question: z.string().nullable(),
  /** Answers to the question, what is proposed first; empty for a stated change. */
  answers: z.array(ProposedAnswer),
  kind: z.enum(['combat', 'interaction', 'decision', 'inventory', 'state']),
  evidence: z.array(ChangeEvidence),
  /** Null for a change between two entities. */
  entityUpdate: EntityUpdate.nullable(),
  /** Null for a change of one entity. */
  relationshipUpdate: RelationshipUpdate.nullable(),
  /** Null while it is open. */
  decision: z
    .strictObject({
      verdict: z.enum(['accepted', 'rejected']),
      /** Null where the changelog says it without a decision: by policy, or by an entry that somebody added. */
      by: z.string().nullable(),
      at: z.iso.datetime(),
      /** The event of the changelog that decides it; reverting it opens the change again. */
      event: z.int().min(1),
      reason: z.string().nullable(),
      answer: z.string().nullable(),
    })
    .nullable(),
});
export type ProposedChange = z.output<typeof ProposedChange>;

export const extractChanges = defineOperation({
  name: 'ingestion.extract-changes',
  summary:
    'Read what sessions changed from their stored documents, by rules: proposals with evidence for a person to decide, or ' +
    'stated changes into the changelog.',
  input: z.strictObject({
    collection: CollectionName,
    /** Only this session. Absent: all that the changelog has no entry of. */
    session: z.coerce.number().int().min(0).max(999_999_999).optional(),
    /** Without a session: also those that the changelog has entries of. Nothing of these is added. */
    includeRecorded: QueryBoolean,
    /** Also proposals that are decided. */
    includeDecided: QueryBoolean,
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
    /** Open ones, in the order of sessions. At most 500: ask for a single session if there are more. */
    proposals: z.array(ProposedChange).max(MAX_PROPOSALS),
    /** Changes that a person accepted, and that the session's documents no longer tell. They count until they are reverted. */
    outdated: z.array(RecordedChange).max(MAX_PROPOSALS),
    /** Proposals beyond those. */
    omitted: z.int().min(0),
    /** The entries that were added: ids in the changelog, and the session that each is true from. */
    added: z.array(z.strictObject({ id: z.int().min(1), session: z.int().min(0) })),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  // A session is added once.
  role: 'editor',
  idempotent: true,
  deadlineMs: 300_000,
  http: { method: 'POST', path: '/v1/changelog/extract' },
  mcp: { tool: 'extract-changes' },
  examples: {
    'what new sessions changed': { collection: 'default' },
    'one session, for the changelog': { collection: 'default', session: 7, policy: 'accept-stated' },
    'all sessions, with what was decided': { collection: 'default', includeRecorded: true, includeDecided: true },
  },
});
