import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { createInbox, type NatsConnection, NatsError } from 'nats';
import { z } from 'zod';
import { callJetStream, REQUEST_MS } from '../call-jetstream.js';

/**
 * Streams of Arbiter: buckets of values and of objects, and the stream of jobs. Snapshots are made and put back by the broker
 * (ADR-9 of NATS, "JetStream snapshots"), so sequence numbers, which positions and orders rest on, stay what they are.
 */
const OWN_STREAM = /^(KV_|OBJ_)?arbiter-[\w-]+$/;

const CHUNK_BYTES = 128 * 1_024;
/** Longest wait for the next piece, in milliseconds: the broker packs a block of a stream for each. */
const PIECE_MS = 30_000;

const SNAPSHOT_ENDING = '.snapshot';
const DESCRIPTION_ENDING = '.json';

/** What the broker needs to make a stream anew. Its own words, handed back as they are. */
const Description = z.object({
  config: z.looseObject({ name: z.string().regex(OWN_STREAM) }),
  state: z.looseObject({ messages: z.int().min(0) }),
});
type Description = z.output<typeof Description>;

const Refusal = z.object({ error: z.object({ description: z.string(), err_code: z.number().optional() }) });
const Opening = z.object({ deliver_subject: z.string().min(1) });

/**
 * Writes a snapshot of each stream to a folder: `<stream>.snapshot`, and `<stream>.json` with its configuration. Each stream is as
 * it was at one moment.
 *
 * @param connection stays open
 * @returns the names of the streams, ascending
 * @throws ArbiterError UNAVAILABLE when the broker does not answer
 */
export async function saveStreams(connection: NatsConnection, folder: string, signal: AbortSignal): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await ownStreams(connection, signal);
  for (const name of names) await saveStream(connection, name, folder, signal);
  return names;
}

async function saveStream(
  connection: NatsConnection,
  name: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const inbox = createInbox();
  const pieces = connection.subscribe(inbox);
  const file = createWriteStream(join(folder, `${name}${SNAPSHOT_ENDING}`), { flags: 'wx', mode: 0o600 });
  try {
    const request = { deliver_subject: inbox, no_consumers: true, chunk_size: CHUNK_BYTES };
    const description = await ask(connection, `$JS.API.STREAM.SNAPSHOT.${name}`, Description, request, signal);
    await writeFile(join(folder, `${name}${DESCRIPTION_ENDING}`), JSON.stringify(description), { mode: 0o600 });
    const arriving = pieces[Symbol.asyncIterator]();
    for (;;) {
      const step = await withDeadline(signal, { timeoutMs: PIECE_MS, what: 'JetStream' }, () => arriving.next());
      if (step.done) throw new ArbiterError('UNAVAILABLE', `The snapshot of the stream ${name} broke off.`);
      const { data, headers } = step.value;
      if (headers?.hasError)
        throw new ArbiterError(
          'UNAVAILABLE',
          `The broker gave up the snapshot of the stream ${name}: ${headers.description}.`,
        );
      // The broker sends so many at once, and more when some are taken.
      step.value.respond();
      if (data.length === 0) break;
      if (!file.write(data)) await once(file, 'drain');
    }
    file.end();
    await finished(file);
  } finally {
    pieces.unsubscribe();
    file.destroy();
  }
}

/**
 * Makes streams anew from the snapshots of a folder.
 *
 * @param replace whether streams that hold something may be deleted first
 * @throws ArbiterError CONFLICT when a stream of the name holds something and may not be replaced; then nothing was changed.
 *   UNAVAILABLE when the broker does not answer or refuses a snapshot; streams before it are there then
 */
export async function restoreStreams(
  connection: NatsConnection,
  folder: string,
  { replace, signal }: { readonly replace: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const descriptions: Description[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(DESCRIPTION_ENDING)).sort()) {
    const description = Description.safeParse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    if (!description.success || `${description.data.config.name}${DESCRIPTION_ENDING}` !== file)
      throw new ArbiterError('INVALID_REQUEST', `"${file}" describes no stream of Arbiter.`);
    descriptions.push(description.data);
  }
  const manager = await callJetStream(signal, () => connection.jetstreamManager({ timeout: REQUEST_MS }));
  const present = new Set(await ownStreams(connection, signal));
  for (const name of present) {
    const { state } = await callJetStream(signal, () => manager.streams.info(name));
    if (state.messages > 0 && !replace)
      throw new ArbiterError(
        'CONFLICT',
        `The broker has a library already: its stream ${name} holds ${state.messages} messages. Restore to another broker, or replace it with --force.`,
        { details: { stream: name } },
      );
  }
  for (const name of present) await callJetStream(signal, () => manager.streams.delete(name));
  for (const description of descriptions) await restoreStream(connection, description, folder, signal);
}

async function restoreStream(
  connection: NatsConnection,
  description: Description,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const { name } = description.config;
  const opened = await ask(connection, `$JS.API.STREAM.RESTORE.${name}`, Opening, description, signal);
  const send = async (piece: Uint8Array): Promise<Uint8Array> => {
    const wait = { timeoutMs: PIECE_MS, what: 'JetStream' };
    return (
      await withDeadline(signal, wait, () => connection.request(opened.deliver_subject, piece, { timeout: PIECE_MS }))
    ).data;
  };
  const refuseError = (answer: Uint8Array): void => {
    if (answer.length === 0) return;
    const refusal = Refusal.safeParse(jsonOf(answer));
    if (refusal.success)
      throw new ArbiterError(
        'UNAVAILABLE',
        `The broker refused the stream ${name}: ${refusal.data.error.description}.`,
      );
  };
  const file = createReadStream(join(folder, `${name}${SNAPSHOT_ENDING}`), { highWaterMark: CHUNK_BYTES });
  for await (const piece of file) refuseError(await send(piece as Uint8Array));
  refuseError(await send(new Uint8Array()));
}

async function ownStreams(connection: NatsConnection, signal: AbortSignal): Promise<string[]> {
  return callJetStream(signal, async () => {
    const manager = await connection.jetstreamManager({ timeout: REQUEST_MS });
    const names: string[] = [];
    for await (const name of manager.streams.names()) if (OWN_STREAM.test(name)) names.push(name);
    return names.sort();
  });
}

async function ask<T>(
  connection: NatsConnection,
  subject: string,
  schema: z.ZodType<T>,
  request: unknown,
  signal: AbortSignal,
): Promise<T> {
  const { data } = await callJetStream(
    signal,
    () => connection.request(subject, JSON.stringify(request), { timeout: PIECE_MS }),
    PIECE_MS,
  );
  const answer = jsonOf(data);
  const refusal = Refusal.safeParse(answer);
  if (refusal.success) throw new ArbiterError('UNAVAILABLE', `The broker refused: ${refusal.data.error.description}.`);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ArbiterError('UNAVAILABLE', 'The broker answered in a way that this version does not know.', {
    cause: new NatsError('unknown answer', 'BAD_JSON'),
  });
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
