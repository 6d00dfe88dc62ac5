import { ArbiterError } from '@arbiter/contracts';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketOptions, KeyValueBucket } from './key-value-bucket.js';

/** Raised when an older Arbiter could misread what a newer one writes. Raising it needs a step in {@link CURRENT_STREAM_FORMAT}. */
export const STREAM_FORMAT_VERSION = 1;
export const FORMAT_BUCKET = 'arbiter-format';

const KEY = 'format';

const StreamFormat = z.object({
  format: z.literal('arbiter-jetstream'),
  version: z.int().min(1),
  /** The first Arbiter that reads this version; format 1 has none. */
  needs: z.string().max(64).optional(),
  /** The version that a process has begun to raise: until it is gone, values of both are there. */
  raisedFrom: z.int().min(1).optional(),
});
type StreamFormat = z.output<typeof StreamFormat>;

/** A step from one format of the streams to the next. Several processes may run it at once, and again after a crash. */
export interface StreamFormatStep {
  readonly from: number;
  readonly needs: string;
  run(connection: NatsConnection, signal: AbortSignal): Promise<void>;
}

export interface StreamFormats {
  readonly version: number;
  /** One for each version below, ascending. */
  readonly steps: readonly StreamFormatStep[];
}

export const CURRENT_STREAM_FORMAT: StreamFormats = { version: STREAM_FORMAT_VERSION, steps: [] };

export interface SettleOptions extends BucketOptions {
  /** Default: those of this Arbiter. */
  readonly formats?: StreamFormats;
  readonly bucket?: string;
}

/**
 * Makes sure that what lies on the broker has the format of this Arbiter: states it where nothing lies there yet, raises an older
 * one step by step, and refuses a newer one. The version is raised before its step, so that an older Arbiter never reads what is
 * half raised.
 *
 * @throws ArbiterError INVALID_REQUEST for a newer format, naming the Arbiter that reads it; UNAVAILABLE when the broker does not
 *   answer
 */
export async function settleStreamFormat(
  connection: NatsConnection,
  signal: AbortSignal,
  { formats = CURRENT_STREAM_FORMAT, bucket: name = FORMAT_BUCKET, ...options }: SettleOptions = {},
): Promise<void> {
  const bucket = new KeyValueBucket(connection, name, options);
  const needs = (of: number): { needs?: string } => {
    const first = formats.steps.find(({ from }) => from === of - 1)?.needs;
    return first === undefined ? {} : { needs: first };
  };
  const write = (content: Omit<StreamFormat, 'format'>, revision: number): Promise<void> =>
    bucket
      .replace(KEY, encodeJson({ format: 'arbiter-jetstream', ...content }), revision, signal)
      .catch(ignoreConflict);
  for (;;) {
    const entry = await bucket.last(KEY, signal);
    if (!entry) {
      await write({ version: formats.version, ...needs(formats.version) }, 0);
      continue;
    }
    const stored = decodeJson(StreamFormat, entry.value);
    if (!stored) throw new ArbiterError('INVALID_REQUEST', `The bucket ${name} of the broker is not Arbiter's.`);
    if (stored.version > formats.version) throw newer(stored, formats.version);
    const from = stored.raisedFrom ?? stored.version;
    if (from === formats.version) return;
    const step = formats.steps.find((one) => one.from === from);
    if (!step) throw new ArbiterError('INTERNAL', `No step leads from format ${from} of the broker to the next.`);
    if (stored.raisedFrom === undefined) {
      await write({ version: from + 1, ...needs(from + 1), raisedFrom: from }, entry.revision);
      continue;
    }
    await step.run(connection, signal);
    await write({ version: from + 1, ...needs(from + 1) }, entry.revision);
  }
}

function newer({ version, needs }: StreamFormat, reads: number): ArbiterError {
  const remedy = needs === undefined ? 'update Arbiter' : `update Arbiter to ${needs} or later`;
  return new ArbiterError(
    'INVALID_REQUEST',
    `What lies on the broker has format ${version}, this Arbiter reads up to ${reads}: ${remedy}, or use another broker.`,
    { details: { version, reads, ...(needs !== undefined && { needs }) } },
  );
}

/** Another process was first; what it wrote is looked at next. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof ArbiterError && error.code === 'CONFLICT')) throw error;
}
