import { NO_READER } from '../environment.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess, type RunningStandalone } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { copySharedLibrary } from './copy-library.js';

/** Of the standalone that all specs share. The reader would take half as long again for their questions. */
export const SHARED_SETTINGS = { ...NO_READER, TOOLS_MAY_INGEST: 'true' } as const;

/** A standalone on a copy of the shared library, which it may write into. */
export class LibraryStandalone {
  private constructor(
    private readonly standalone: RunningStandalone,
    private readonly folders: TemporaryFolders,
  ) {}

  /**
   * @param env further variables of the server
   * @throws ArbiterError when the programs are not built or do not start, or as `fillSharedLibrary`
   */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<LibraryStandalone> {
    const folders = new TemporaryFolders();
    const processes = new Processes();
    try {
      const dataDir = await folders.create();
      await copySharedLibrary(dataDir);
      return new LibraryStandalone(await startStandaloneProcess(processes, { dataDir, env }), folders);
    } catch (thrown) {
      await processes.stopAll();
      await folders.removeAll();
      throw thrown;
    }
  }

  get url(): string {
    return this.standalone.url;
  }

  get retrieverUrl(): string {
    return this.standalone.retrieverUrl;
  }

  /** Everything that it has written until now. */
  output(): string {
    return `${this.standalone.process.stdout()}${this.standalone.process.stderr()}`;
  }

  async stop(): Promise<void> {
    await this.standalone.process.stop();
    await this.folders.removeAll();
  }
}
