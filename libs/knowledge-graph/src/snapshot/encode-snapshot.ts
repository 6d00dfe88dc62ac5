import { ArbiterError, GraphSchema } from '@arbiter/contracts';
import { z } from 'zod';
import { type GraphSnapshot, MENTION_FIELDS, SNAPSHOT_FORMAT } from './graph-snapshot.js';

const Share = z.number().min(0).max(1);
const Count = z.int().min(0);
const PlaceSchema = z.object({ document: Count, start: Count, end: Count });
const Numbers = z.base64().transform((text) => {
  const bytes = Buffer.from(text, 'base64');
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
});

const SnapshotShape = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  collection: z.string(),
  version: z.string(),
  schema: GraphSchema,
  changelogEvent: Count,
  changelogSession: z.int().nullable(),
  documents: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      source: z.string(),
      session: z.number().nullable(),
      groups: z.array(z.string()).optional(),
    }),
  ),
  entities: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      aliases: z.array(z.string()),
      definition: z.string(),
      definedAt: PlaceSchema.nullable(),
      describedIn: z.array(Count),
      nameVotes: z.record(z.string(), z.number()),
      importance: z.object({ degree: Share, betweenness: Share, pageRank: Share, composite: Share }),
      formerIds: z.array(z.string()).optional(),
    }),
  ),
  relations: z.array(z.object({ from: Count, to: Count, type: z.string(), evidence: PlaceSchema.nullable() })),
  mentions: Numbers,
  levels: z.array(z.object({ membership: Numbers, partCount: Count, parents: Numbers })),
  extraction: z
    .object({
      ...{ model: z.string(), documents: Count, failed: Count, merged: Count },
      pairs: z.array(z.object({ key: z.string(), isSame: z.boolean() })),
    })
    .optional(),
  corrections: z.array(z.object({ id: Count, problem: z.string().nullable() })).optional(),
});
/** What points to an entity or a document points to one that is there. */
const Snapshot = SnapshotShape.refine(
  ({ documents, entities, relations, mentions, levels }) =>
    entities.every(
      ({ definedAt, describedIn }) =>
        (definedAt === null || definedAt.document < documents.length) &&
        describedIn.every((document) => document < documents.length),
    ) &&
    relations.every(
      ({ from, to, evidence }) =>
        from < entities.length && to < entities.length && (evidence === null || evidence.document < documents.length),
    ) &&
    mentions.length % MENTION_FIELDS === 0 &&
    mentions.every((value, at) => {
      if (at % MENTION_FIELDS > 1) return true;
      return value < (at % MENTION_FIELDS === 0 ? entities : documents).length;
    }) &&
    levels.every(
      ({ membership, partCount }) =>
        membership.length === entities.length && membership.every((part) => part < partCount),
    ),
);

/**
 * @param compress such as gzip
 * @returns compressed JSON, with arrays of numbers in base64 of little-endian 32-bit words
 */
export function encodeSnapshot(snapshot: GraphSnapshot, compress: (text: string) => Uint8Array): Uint8Array {
  const plain = {
    ...snapshot,
    mentions: base64Of(snapshot.mentions),
    levels: snapshot.levels.map(({ membership, partCount, parents }) => ({
      membership: base64Of(membership),
      partCount,
      parents: base64Of(parents),
    })),
  };
  return compress(JSON.stringify(plain));
}

/**
 * @param expand undoes the compression; what it throws counts as damage
 * @throws ArbiterError CONFLICT for bytes of another format, or damaged ones: the graph has to be built again
 */
export function decodeSnapshot(bytes: Uint8Array, expand: (bytes: Uint8Array) => Uint8Array): GraphSnapshot {
  try {
    return Snapshot.parse(JSON.parse(new TextDecoder().decode(expand(bytes))));
  } catch (cause) {
    throw new ArbiterError(
      'CONFLICT',
      'The knowledge graph cannot be read: build it again with "arbiter graph build".',
      {
        cause,
      },
    );
  }
}

function base64Of({ buffer, byteOffset, byteLength }: Uint32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
