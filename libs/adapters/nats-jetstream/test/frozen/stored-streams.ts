import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layoutOfBytes } from '@arbiter/testing/frozen';
import {
  headers,
  type JetStreamManager,
  type MsgHdrs,
  type NatsConnection,
  NatsError,
  type StoredMsg,
  type StreamConfig,
} from 'nats';

/** What a broker holds of a stream. */
export interface StoredStream {
  /** What the adapter asks for; the rest are defaults of the broker. */
  readonly config: Partial<StreamConfig>;
  readonly messages: readonly StoredMessage[];
}

interface StoredMessage {
  readonly sequence: number;
  readonly subject: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** In base64. */
  readonly data: string;
}

const CONFIG = [
  'name',
  'subjects',
  'retention',
  'storage',
  'discard',
  'max_age',
  'max_msgs_per_subject',
  'allow_rollup_hdrs',
  'deny_delete',
  'num_replicas',
] as const satisfies readonly (keyof StreamConfig)[];
const FILE = 'streams.json';
const EXPECTATION = 'Nats-Expected-';
/** An id of the client, which another run would not repeat. */
const RANDOM = /^[0-9A-Za-z]{22}$/;

/** Writes all streams of a broker into a folder. */
export async function saveStreams(connection: NatsConnection, folder: string): Promise<void> {
  const manager = await connection.jetstreamManager();
  const streams: StoredStream[] = [];
  for await (const { config, state } of manager.streams.list()) {
    const messages: StoredMessage[] = [];
    for (let sequence = state.first_seq; sequence <= state.last_seq; sequence += 1) {
      const message = await messageAt(manager, config.name, sequence);
      if (message) messages.push(storedOf(message));
    }
    streams.push({ config: Object.fromEntries(CONFIG.map((key) => [key, config[key]])), messages });
  }
  streams.sort((a, b) => (String(a.config.name) < String(b.config.name) ? -1 : 1));
  await writeFile(join(folder, FILE), `${JSON.stringify(streams, null, 1)}\n`);
}

/** Puts on a broker what was saved, each message under its former sequence. */
export async function restoreStreams(connection: NatsConnection, folder: string): Promise<void> {
  const manager = await connection.jetstreamManager();
  for (const { config, messages } of await streamsIn(folder)) {
    await manager.streams.add(config);
    for (const message of messages) {
      await skipTo(connection, manager, config, message.sequence);
      const payload = Buffer.from(message.data, 'base64');
      await connection.jetstream().publish(message.subject, payload, { headers: headersOf(message) });
    }
  }
}

export async function deleteStreams(connection: NatsConnection): Promise<void> {
  const manager = await connection.jetstreamManager();
  const names: string[] = [];
  for await (const { config } of manager.streams.list()) names.push(config.name);
  for (const name of names) await manager.streams.delete(name);
}

/** @returns configurations, and of each message the subject, the headers and the layout of its data */
export async function layoutOfStreams(folder: string): Promise<unknown> {
  const streams = await streamsIn(folder);
  return streams.map(({ config, messages }) => {
    const layouts = messages.map(({ subject, headers: named, data }) => ({
      subject: subject.split('.').map(withoutIds).join('.'),
      headers: Object.keys(named),
      data: layoutOfBytes(Buffer.from(data, 'base64')),
    }));
    return { config, messages: layouts };
  });
}

/** @param part of a subject; names of objects stand there in base64 */
function withoutIds(part: string): string {
  if (RANDOM.test(part)) return '<id>';
  return RANDOM.test(Buffer.from(part, 'base64url').toString('latin1')) ? '<id in base64>' : part;
}

async function streamsIn(folder: string): Promise<StoredStream[]> {
  return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as StoredStream[];
}

/** Uses up the sequences of messages that were deleted. */
async function skipTo(
  connection: NatsConnection,
  manager: JetStreamManager,
  { name = '', subjects = [] }: Partial<StreamConfig>,
  sequence: number,
): Promise<void> {
  const subject = (subjects[0] ?? '').replace('>', 'skipped');
  for (;;) {
    const { state } = await manager.streams.info(name);
    if (state.last_seq >= sequence - 1) return;
    const { seq } = await connection.jetstream().publish(subject);
    await manager.streams.deleteMessage(name, seq);
  }
}

async function messageAt(manager: JetStreamManager, stream: string, seq: number): Promise<StoredMsg | null> {
  try {
    return await manager.streams.getMessage(stream, { seq });
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.code === 404) return null;
    throw error;
  }
}

function storedOf({ seq, subject, header, data }: StoredMsg): StoredMessage {
  const named = Object.fromEntries(
    (header as MsgHdrs | undefined)?.keys().map((key) => [key, header.values(key)]) ?? [],
  );
  return { sequence: seq, subject, headers: named, data: Buffer.from(data).toString('base64') };
}

function headersOf({ headers: named }: StoredMessage): MsgHdrs {
  const made = headers();
  for (const [key, values] of Object.entries(named)) {
    // What was asked for when the message was written: it depends on what was there, and has been checked.
    if (key.startsWith(EXPECTATION)) continue;
    for (const value of values) made.append(key, value);
  }
  return made;
}
