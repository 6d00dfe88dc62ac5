import { createHash, type Hash } from 'node:crypto';
import { ArbiterError } from '@arbiter/contracts';
import { inPieces } from '@arbiter/ports';
import {
  headers,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  nuid,
  type ObjectInfo,
  type PubAck,
  type SeqMsgRequest,
  type StoredMsg,
} from 'nats';
import { callJetStream, isMissing, onceReady } from './call-jetstream.js';

/** Bytes of a piece; the broker takes messages of 1 MiB unless told otherwise. */
const PIECE_BYTES = 256 * 1_024;
/** Pieces that are on their way to the broker at once. */
const PIECES_AHEAD = 4;
const DIGEST_TYPE = 'SHA-256=';

interface Writing {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly bucket: string;
  readonly name: string;
}

/**
 * Writes an object as the client of NATS does (ADR-20), but waits for the broker piece by piece. The client sends all pieces of a
 * stream before it looks at the answer to the first: its memory grows with the object, and an answer that does not come while it
 * waits for the next piece ends the process.
 *
 * @param signal aborted, nothing is left
 */
export async function writeObject(
  { connection, client, bucket, name }: Writing,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const id = nuid.next();
  const subject = `$O.${bucket}.C.${id}`;
  const size = Math.min(PIECE_BYTES, connection.info?.max_payload ?? PIECE_BYTES);
  const hash = createHash('sha256');
  let [bytes, chunks] = [0, 0];
  const sending: Promise<PubAck>[] = [];
  try {
    for await (const piece of inPieces(pieces, size)) {
      hash.update(piece);
      bytes += piece.length;
      chunks += 1;
      if (sending.length >= PIECES_AHEAD) await sending.shift();
      const sent = onceReady(signal, () => client.publish(subject, piece));
      // Its turn comes; until then nobody waits for it.
      sent.catch(() => undefined);
      sending.push(sent);
    }
    await Promise.all(sending);
    signal.throwIfAborted();
    const info = {
      ...{ name, bucket, nuid: id, size: bytes, chunks, deleted: false, mtime: new Date().toISOString() },
      digest: `${DIGEST_TYPE}${paddedBase64(hash.digest())}`,
      options: { max_chunk_size: size },
    };
    const rollup = headers();
    rollup.set('Nats-Rollup', 'sub');
    const meta = `$O.${bucket}.M.${paddedBase64(Buffer.from(name))}`;
    await onceReady(signal, () => client.publish(meta, JSON.stringify(info), { headers: rollup }));
  } catch (error) {
    // What is on its way would come after the purge.
    await Promise.allSettled(sending);
    const manager = await client.jetstreamManager();
    // What is left if this fails, too, is swept.
    await manager.streams.purge(`OBJ_${bucket}`, { filter: subject }).catch(() => undefined);
    throw error;
  }
}

interface Reading {
  readonly manager: JetStreamManager;
  readonly info: ObjectInfo;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads some bytes of an object, one message at a time, so that no more of it is in memory. The hash is checked where all of it is
 * read.
 *
 * Rejects with ArbiterError UNAVAILABLE with `details.damaged` for other bytes than were put, NOT_FOUND for an object that was
 * deleted meanwhile.
 */
export async function* readObject(
  { manager, info, start, end: wanted }: Reading,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const end = Math.min(wanted, info.size);
  if (start >= end) return;
  const stream = `OBJ_${info.bucket}`;
  const subject = `$O.${info.bucket}.C.${info.nuid}`;
  const next = async (seq: number): Promise<StoredMsg> => {
    try {
      return await callJetStream(signal, () => nextMessage(manager, stream, { subject, from: seq }));
    } catch (error) {
      throw isMissing(error instanceof ArbiterError ? error.cause : error) ? wentAway() : error;
    }
  };
  const hash = start === 0 && end === info.size ? createHash('sha256') : null;
  const skipped = await skip({ manager, info, start, end }, next, signal);
  for (let { seq, at } = skipped; at < end;) {
    const { data, seq: found } = await next(seq);
    if (data.length === 0) throw damagedObject();
    hash?.update(data);
    const from = Math.max(0, start - at);
    const piece = data.subarray(from, end - at);
    [seq, at] = [found + 1, at + data.length];
    if (at >= end) assertWhole(hash, info);
    if (piece.length > 0) yield piece;
  }
}

/**
 * Where to begin: at the piece that holds `start` if the pieces follow each other in the stream, which those of one writer do; else
 * at the first.
 */
async function skip(
  { manager, info, start }: Reading,
  next: (seq: number) => Promise<StoredMsg>,
  signal: AbortSignal,
): Promise<{ readonly seq: number; readonly at: number }> {
  const size = info.options?.max_chunk_size ?? 0;
  const before = size > 0 ? Math.floor(start / size) : 0;
  if (before === 0) return { seq: 1, at: 0 };
  const [first, last] = await Promise.all([
    next(1),
    callJetStream(signal, () =>
      manager.streams.getMessage(`OBJ_${info.bucket}`, { last_by_subj: `$O.${info.bucket}.C.${info.nuid}` }),
    ),
  ]);
  if (last.seq - first.seq + 1 !== info.chunks) return { seq: 1, at: 0 };
  return { seq: first.seq + before, at: before * size };
}

function assertWhole(hash: Hash | null, { digest }: ObjectInfo): void {
  if (hash && `${DIGEST_TYPE}${paddedBase64(hash.digest())}` !== digest) throw damagedObject();
}

function damagedObject(): ArbiterError {
  return new ArbiterError('UNAVAILABLE', 'An object on the broker is damaged.', { details: { damaged: true } });
}

function wentAway(): ArbiterError {
  return new ArbiterError('NOT_FOUND', 'An object on the broker was deleted meanwhile.');
}

/** The first message of a subject from a sequence number on. Rejects as `isMissing` tells where there is none. */
export function nextMessage(
  manager: JetStreamManager,
  stream: string,
  { subject, from }: { readonly subject: string; readonly from: number },
): Promise<StoredMsg> {
  // The types of the client leave out what the broker takes here.
  const query: SeqMsgRequest & { readonly next_by_subj: string } = { seq: from, next_by_subj: subject };
  return manager.streams.getMessage(stream, query);
}

/** As names and digests of objects are written. */
export function paddedBase64(bytes: Uint8Array): string {
  const encoded = Buffer.from(bytes).toString('base64url');
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}
