import { NO_READER } from '../environment.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess, type RunningStandalone } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { copySharedLibrary } from './kept-library.js';
import { fillSharedLibrary } from './shared-library.js';

/** What no spec may depend on otherwise: clients over MCP may write, and nobody reads, which makes a start twice as dear. */
const SETTINGS = { ...NO_READER, TOOLS_MAY_INGEST: 'true' };

/** The standalone of all specs, on a copy of the shared library; tools/jest/shared-host.mjs starts it. */
export class SharedStandaloneProcess {
  private constructor(
    private readonly standalone: RunningStandalone,
    private readonly dataDir: string,
    private readonly folders: TemporaryFolders,
  ) {}

  /** @throws ArbiterError when the programs are not built or do not start, or as `fillSharedLibrary` */
  static async start(): Promise<SharedStandaloneProcess> {
    const folders = new TemporaryFolders();
    const processes = new Processes();
    try {
      const dataDir = await folders.create();
      await copySharedLibrary(dataDir, async (folder) => {
        const filling = await startStandaloneProcess(processes, { dataDir: folder, env: SETTINGS });
        await fillSharedLibrary(filling.url);
        await filling.process.stop();
      });
      const standalone = await startStandaloneProcess(processes, { dataDir, env: SETTINGS });
      return new SharedStandaloneProcess(standalone, dataDir, folders);
    } catch (thrown) {
      await processes.stopAll();
      await folders.removeAll();
      throw thrown;
    }
  }

  /** For `sharedStandalone`; `output` is all that it has written until now. */
  describe(): Record<'url' | 'retrieverUrl' | 'dataDir' | 'output', string> {
    const { url, retrieverUrl, process } = this.standalone;
    return { url, retrieverUrl, dataDir: this.dataDir, output: `${process.stdout()}${process.stderr()}` };
  }

  async stop(): Promise<void> {
    await this.standalone.process.stop();
    await this.folders.removeAll();
  }
}
