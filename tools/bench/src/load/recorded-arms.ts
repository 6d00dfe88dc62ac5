import { OPERATIONS } from '@arbiter/contracts';
import { connect, type Msg, type MsgHdrs, type NatsConnection } from 'nats';

interface Frame {
  readonly data: Uint8Array;
  readonly headers: MsgHdrs | undefined;
}

const FRAME_HEADER = 'Arbiter-Frame';
const ERROR_HEADER = 'Nats-Service-Error';

/** Answers of real arms by the subject of their operation, as they went over the broker: events and output, without beats. */
export type Recording = ReadonlyMap<string, readonly Frame[]>;

/** Listens on a broker while real arms answer, and keeps the newest whole answer of each operation of an arm. */
export class ArmRecorder {
  private readonly asked = new Map<string, string>();
  private readonly frames = new Map<string, Frame[]>();
  private readonly kept = new Map<string, readonly Frame[]>();

  private constructor(private readonly connection: NatsConnection) {}

  static async listen(url: string): Promise<ArmRecorder> {
    const recorder = new ArmRecorder(await connect({ servers: url }));
    recorder.connection.subscribe('>', { callback: (_, message) => recorder.take(message) });
    await recorder.connection.flush();
    return recorder;
  }

  /** @returns what was heard until now; listens no more */
  async stop(): Promise<Recording> {
    await this.connection.flush();
    await this.connection.close();
    return this.kept;
  }

  private take({ subject, reply, data, headers }: Msg): void {
    if (reply !== undefined && OPERATIONS.some((operation) => operation.subject === subject)) {
      this.asked.set(reply, subject);
      this.frames.set(reply, []);
      return;
    }
    const operation = this.asked.get(subject);
    const tag = headers?.get(FRAME_HEADER) ?? '';
    if (operation === undefined || tag.endsWith('beat') || (headers?.get(ERROR_HEADER) ?? '') !== '') return;
    const frames = this.frames.get(subject) ?? [];
    frames.push({ data: Uint8Array.from(data), headers });
    if (tag === '' || tag.endsWith('end')) this.kept.set(operation, frames);
  }
}

export interface ServedRecording {
  /** Calls so far, by subject. */
  readonly calls: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Serves every operation of a recording at once, without a thought: what is left of the time of a question is the caller's own. */
export async function serveRecording(url: string, recording: Recording): Promise<ServedRecording> {
  const connection = await connect({ servers: url });
  const calls = new Map<string, number>();
  for (const [subject, frames] of recording) {
    connection.subscribe(subject, {
      queue: 'recorded',
      callback: (_, message) => {
        calls.set(subject, (calls.get(subject) ?? 0) + 1);
        for (const { data, headers } of frames) message.respond(data, headers && { headers });
      },
    });
  }
  await connection.flush();
  return { calls, close: () => connection.close() };
}
