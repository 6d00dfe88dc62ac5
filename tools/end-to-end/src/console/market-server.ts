import { chatChunks, freePort, type HttpStandIn, type StandInAnswer, startHttpStandIn } from '@arbiter/testing';
import { NO_READER } from '../environment.js';
import { ingest } from '../http-calls.js';
import { WORKSPACE } from '../installation.js';
import { Processes, type RunningProcess } from '../processes.js';
import { TemporaryFolders } from '../temporary-folders.js';

const READY_MS = 150_000;
const SSE = 'text/event-stream';

const DOCUMENTS = {
  'prices.md': `# Prices at the lamp market

A phial costs 9 wicks. A lantern costs 5 wicks, and a wick is a copper coin. Prices are posted at noon.

## Hours

The market opens at dawn and closes at dusk. Nobody may enter it with a burning torch.
`,
  [`tolls <img src=x onerror="document.title='broken'">.md`]: `# Tolls

The bridge toll is 3 wicks for a cart. The toll keeper is called Wenna Drift.
`,
};

/** What the language model does when it is asked for an answer. */
export type Writing = (answer: StandInAnswer) => Promise<void>;

export function writes(text: string): Writing {
  return (answer) => answer.stream(SSE, chatChunks(text.match(/\S*\s*/g) ?? [text]), 'end');
}

/** Writes so far, and then no more. */
export function stallsAfter(text: string): Writing {
  return (answer) => answer.stream(SSE, chatChunks(text.match(/\S*\s*/g) ?? [text], null), 'hang');
}

/** A standalone over two documents on a market, whose language model writes what a test tells it. It keeps its port. */
export class MarketServer {
  /** What the model writes next. */
  writing: Writing = writes('A phial costs 9 wicks [1].');
  private process: RunningProcess | null = null;

  private constructor(
    readonly url: string,
    private readonly ports: { readonly orchestrator: number; readonly retriever: number },
    private readonly folders: TemporaryFolders,
    private readonly dataDir: string,
    private readonly vendor: HttpStandIn,
    private readonly processes: Processes,
  ) {}

  /** @throws ArbiterError when the programs are not built or do not start */
  static async start(): Promise<MarketServer> {
    const folders = new TemporaryFolders();
    const [orchestrator, retriever, dataDir] = await Promise.all([freePort(), freePort(), folders.create()]);
    const vendor = await startHttpStandIn(({ target }, answer) =>
      target.endsWith('/models')
        ? answer.json(200, { object: 'list', data: [{ id: 'told', object: 'model' }] })
        : market.writing(answer),
    );
    const url = `http://127.0.0.1:${orchestrator}`;
    const market = new MarketServer(url, { orchestrator, retriever }, folders, dataDir, vendor, new Processes());
    await market.restart();
    const sources = Object.entries(DOCUMENTS).map(([name, content]) => ({
      kind: 'inline',
      name,
      content,
      metadata: {},
    }));
    await ingest(url, 'market', sources);
    return market;
  }

  /** Starts it, on its port, after it was killed. */
  async restart(): Promise<void> {
    this.process = await this.processes.start({
      command: process.execPath,
      args: [WORKSPACE.main('standalone')],
      cwd: this.dataDir,
      env: {
        ...NO_READER,
        ARBITER_DATA_DIR: this.dataDir,
        ORCHESTRATOR_PORT: `${this.ports.orchestrator}`,
        RETRIEVER_PORT: `${this.ports.retriever}`,
        SYNTHESIS_MODEL: 'openai/told',
        OPENAI_BASE_URL: `${this.vendor.url}/v1`,
        OPENAI_API_KEY: 'any-key',
      },
      readyUrl: `${this.url}/health/ready`,
      timeoutMs: READY_MS,
    });
  }

  async kill(): Promise<void> {
    await this.process?.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.processes.stopAll();
    await this.vendor.close();
    await this.folders.removeAll();
  }
}
