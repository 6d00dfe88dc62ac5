import { setTimeout as sleep } from 'node:timers/promises';
import {
  ArbiterError,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import { HttpLibrary } from './http.library.js';
import type { Holder, Library, LibraryCallOptions, Standalone, StandaloneOptions } from './library.js';
import { ShownLibrary } from './shown.library.js';

/** Longest wait for a server that is starting: what it may take to load a model on a busy machine, twice. */
const START_MS = 120_000;
const POLL_MS = 100;

/** Where `arms` and `warm` are left out, every operation can be called, and networks load when they are first needed. */
export interface OpenOptions extends Pick<StandaloneOptions, 'arms' | 'warm'> {
  /** Whether the command changes the library: ingest does, a question without a session does not. */
  readonly writes: boolean;
  /** Whether a party other than the command's user, such as a model, chooses the sources: then only INGESTION_ROOTS. */
  readonly servesOthers?: boolean;
  /** Folders with domain packs, besides the usual ones. */
  readonly domainsDirectories?: readonly string[];
  /** What people read before the library is opened in this process, which takes seconds; a server has it open. */
  readonly announcement?: string;
}

/**
 * The library that a command works on: the server that was named; the server that holds the data directory; else the
 * data directory itself, opened in this process.
 *
 * @throws ArbiterError CONFLICT when another process without an address is writing to the data directory
 */
export async function openLibrary(context: CommandContext, options: OpenOptions): Promise<Library> {
  const library = await openRaw(context, options);
  // Programs get every text as it is; JSON escapes what a terminal would obey.
  const isForPeople = !context.options.json && options.servesOthers !== true;
  return isForPeople ? new ShownLibrary(library) : library;
}

async function openRaw(
  context: CommandContext,
  { writes, servesOthers = false, domainsDirectories, announcement, arms, warm }: OpenOptions,
): Promise<Library> {
  const { options, env, cwd } = context;
  const apiKey = env.ARBITER_API_KEY ?? null;
  if (options.server !== null)
    return new HttpLibrary({ server: parseServer(options.server), apiKey, sharesDisk: false });
  const { runningServer, startStandalone } = await context.loadStandalone();
  const holder = await awaitStartOf(context, () => runningServer({ env, cwd }));
  if (holder?.url) {
    remark(context, `Using the server at ${holder.url} (process ${holder.pid}), which holds the data directory.`);
    return new HttpLibrary({ server: holder.url, apiKey, sharesDisk: true });
  }
  if (holder && writes) {
    throw new ArbiterError(
      'CONFLICT',
      `Process ${holder.pid} is writing to the data directory: wait until it has ended, or stop it, and run the command again.`,
      { details: { pid: holder.pid } },
    );
  }
  if (announcement !== undefined) remark(context, announcement);
  const standalone = await startStandalone({
    // A command tells what happens by itself; the log of the arms would tell it twice.
    env: { ...env, LOG_LEVEL: env.LOG_LEVEL ?? (env.ARBITER_DEBUG === '1' ? 'error' : 'silent') },
    cwd,
    http: false,
    readOnly: !writes,
    servesOthers,
    ...(arms && { arms }),
    ...(warm && { warm }),
    ...(domainsDirectories && { domainsDirectories }),
  });
  return new EmbeddedLibrary(standalone);
}

/**
 * Waits for a server that is starting: a model of its own beside the one that the server loads would take as long.
 *
 * @returns who holds the data directory then; one that is still starting after {@link START_MS}
 */
async function awaitStartOf(context: CommandContext, find: () => Promise<Holder | null>): Promise<Holder | null> {
  let holder = await find();
  if (!holder?.starting) return holder;
  remark(context, `A server of this library is starting (process ${holder.pid}): waiting until it answers.`);
  const { signal } = context.interruption;
  for (let waited = 0; holder?.starting && waited < START_MS; waited += POLL_MS) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new ArbiterError('CANCELLED', 'Stopped waiting for the server.');
    holder = await find();
  }
  return holder;
}

/** Opens a library for the time of a piece of work. */
export async function withLibrary<T>(
  context: CommandContext,
  options: OpenOptions,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  const library = await openLibrary(context, options);
  try {
    return await work(library);
  } finally {
    await library.close();
  }
}

function parseServer(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `--server takes an address such as http://127.0.0.1:3100, not "${address}".`,
    {
      details: { field: 'server' },
    },
  );
}

/** All arms in this process, over the data directory on this disk. */
export class EmbeddedLibrary implements Library {
  readonly sharesDisk = true;

  constructor(private readonly standalone: Standalone) {}

  get place(): string {
    return this.standalone.dataDirectory;
  }

  request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): Promise<OperationOutput<O>> {
    return this.standalone.client.request(operation, input, options);
  }

  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: LibraryCallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    return this.standalone.client.stream(operation, input, options);
  }

  close(): Promise<void> {
    return this.standalone.close();
  }
}
