import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { freePort } from '@arbiter/testing';
import { NO_READER } from '../environment.js';
import { ingest, send } from '../http-calls.js';
import { WORKSPACE } from '../installation.js';
import { Processes, type RunningProcess } from '../processes.js';
import { TemporaryFolders } from '../temporary-folders.js';

const KEY = 'a-key-of-the-bots-of-tests';
const OPERATOR = { authorization: `Bearer ${KEY}` };
const PUBLIC_URL = 'https://arbiter.example';

export const FERRY_QUESTION = 'Who steers the ferry to Skarholm?';
/** Says something that would wake a server, and would be markup. */
export const LOUD_QUESTION = 'What is painted on the gate of Marrow Quay?';
/** Nothing tells. */
export const UNKNOWN_QUESTION = 'What is the harbour dues of Pellworm in winter?';

const DOCUMENTS: Readonly<Record<string, string>> = {
  'ferry.md':
    '# The ferry\n\nSigne Holm steers the ferry to Skarholm. The crossing takes forty minutes. A bicycle costs 3 crowns.\n',
  'gate.md':
    '# Marrow Quay\n\nOn the gate of Marrow Quay is painted `@everyone **rises** at six` and <@&700> in red letters.\n',
};

/** A server with a small library that bots ask, and the bots themselves: all processes, as in operation. */
export class BotLibrary {
  private readonly processes = new Processes();
  private server: RunningProcess | undefined;

  private constructor(
    private readonly folders: TemporaryFolders,
    private readonly dataDir: string,
    private readonly port: number,
    private readonly serverEnv: Readonly<Record<string, string>>,
  ) {}

  /** With the sample domain read, as users start it. */
  static async startWorld(): Promise<BotLibrary> {
    const folders = new TemporaryFolders();
    const library = new BotLibrary(folders, await folders.create(), await freePort(), {});
    await library.startServer();
    const { env, dataDir: cwd } = library;
    const read = await WORKSPACE.arbiter(['ingest', '--domain', 'lantern-coast'], { cwd, env, timeoutMs: 300_000 });
    if (read.code !== 0) throw new ArbiterError('UNAVAILABLE', `The sample domain was not read: ${read.stderr}`);
    return library;
  }

  /** With the documents read. */
  static async start(): Promise<BotLibrary> {
    const folders = new TemporaryFolders();
    const library = new BotLibrary(folders, await folders.create(), await freePort(), NO_READER);
    await library.startServer();
    const sources = Object.entries(DOCUMENTS).map(([name, content]) => ({ kind: 'inline', name, content }));
    await ingest(library.url, 'harbour', sources, { headers: OPERATOR });
    return library;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** With these a program finds the server and may ask it. */
  get env() {
    return { ARBITER_DATA_DIR: join(this.dataDir, 'data'), ARBITER_API_KEY: KEY, ARBITER_PUBLIC_URL: PUBLIC_URL };
  }

  /** The same server again, after {@link stopServer}. */
  async startServer(): Promise<void> {
    this.server = await this.processes.start({
      command: process.execPath,
      args: [WORKSPACE.main('standalone')],
      cwd: this.dataDir,
      env: {
        ...this.serverEnv,
        ...this.env,
        TOOLS_MAY_INGEST: 'true',
        ORCHESTRATOR_PORT: `${this.port}`,
        RETRIEVER_PORT: `${await freePort()}`,
      },
      readyUrl: `${this.url}/health/ready`,
      timeoutMs: 150_000,
    });
  }

  async stopServer(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.server?.stop(signal);
  }

  /** @param app folder of the bot; it ends by itself where it cannot start */
  async startBot(app: string, env: Readonly<Record<string, string>>): Promise<RunningProcess> {
    const port = await freePort();
    return this.processes.start({
      command: process.execPath,
      args: [join(WORKSPACE.root, 'apps', app, 'dist', 'main.js')],
      cwd: this.dataDir,
      env: { ARBITER_MCP_URL: `${this.url}/mcp`, ARBITER_API_KEY: KEY, ARM_PORT: `${port}`, ...env },
      readyUrl: `http://127.0.0.1:${port}/health/ready`,
      timeoutMs: 60_000,
    });
  }

  /** What the operator gets at a path, as text. */
  async get(path: string): Promise<string> {
    return (await send(`${this.url}${path}`, { headers: OPERATOR })).text;
  }

  /** @returns its id */
  async addDocument(name: string, content: string): Promise<string> {
    await ingest(this.url, 'more', [{ kind: 'inline', name, content }], { headers: OPERATOR });
    const { documents } = JSON.parse(await this.get('/v1/documents?collection=more')) as {
      documents: { id: string }[];
    };
    return documents[0]?.id ?? '';
  }

  async stop(): Promise<void> {
    await this.processes.stopAll();
    await this.folders.removeAll();
  }
}
