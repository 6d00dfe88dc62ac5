import { send } from '../http-calls.js';
import type { ArmApp } from '../installation.js';
import { Processes } from '../processes.js';
import { type RunningArmProcess, startArmProcesses } from '../servers.js';
import { copySharedLibrary } from '../shared/copy-library.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { startNatsServer } from '@arbiter/testing';

/** The sample domain of this repository. */
export const DOMAIN = 'lantern-coast';

export interface TracedArms {
  readonly arms: Readonly<Record<ArmApp, RunningArmProcess>>;
  /** Of the orchestrator. */
  readonly url: string;
  readonly dataDir: string;
  close(): Promise<void>;
}

/**
 * Starts a broker and the five arms, on a copy of the shared library, which holds the sample domain.
 *
 * @throws ArbiterError as `copySharedLibrary` and `startArmProcesses`
 */
export async function startTracedArms(env: Readonly<Record<string, string>>): Promise<TracedArms> {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  const broker = await startNatsServer();
  const close = async (): Promise<void> => {
    await processes.stopAll();
    await broker.stop();
    await folders.removeAll();
  };
  try {
    const dataDir = await folders.create();
    await copySharedLibrary(dataDir);
    const arms = await startArmProcesses(processes, { natsUrl: broker.url, dataDir, env });
    const { url } = arms.orchestrator;
    return { arms, url, dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Asks the agent, which may read whole documents: such a question passes all five arms.
 *
 * @throws RangeError with the response, when there is no answer
 */
export async function askAgent(
  url: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const reply = await send(`${url}/agentic_search`, { json: { query, domain: DOMAIN }, headers });
  if (reply.status !== 200) throw new RangeError(`no answer: ${reply.text}`);
  return reply.text;
}
