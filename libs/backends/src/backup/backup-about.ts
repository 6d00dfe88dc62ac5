import { z } from 'zod';

const PartSize = z.strictObject({ files: z.int().min(0), bytes: z.int().min(0) });

/** What a backup says of itself, before its files. Fields may be added; a reader ignores those that it does not know. */
export const BackupAbout = z.object({
  /** Version of the Arbiter that made it. */
  arbiter: z.string(),
  /** RFC 3339. */
  createdAt: z.iso.datetime(),
  /** Of the data directory; an older one is raised by the restore. */
  dataFormat: z.int().min(1),
  /** By the names of the parts. */
  parts: z.record(z.string(), PartSize),
  collections: z.array(
    z.object({
      name: z.string(),
      documents: z.int().min(0),
      embeddingModel: z.string(),
      /** Engines that hold its chunks; null for a collection of before engines were recorded. */
      vectorStore: z.string().nullable(),
      keywordStore: z.string().nullable(),
      /** Whether the backup holds its indexes; else they are rebuilt from the documents. */
      hasIndexes: z.boolean(),
    }),
  ),
  /** Streams of JetStream that it holds. */
  streams: z.array(z.string()),
  /** What it leaves out, and why. */
  leftOut: z.array(z.string()),
});
export type BackupAbout = z.output<typeof BackupAbout>;

/** Folder of a backup with the streams of JetStream; no part of a data directory. */
export const STREAMS_FOLDER = 'jetstream';
