import { ingest, send } from '../http-calls.js';
import { type ArmApp, WORKSPACE } from '../installation.js';
import { Processes } from '../processes.js';
import { type RunningArmProcess, startArmProcesses } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { startNatsServer } from '@arbiter/testing';
import { join } from 'node:path';

/** The sample domain of this repository. */
export const DOMAIN = 'lantern-coast';
export const COLLECTION = 'lantern-coast_lore';
const DOCUMENTS = join(WORKSPACE.root, 'domains', DOMAIN, 'documents');
/** Enough for the questions, and read in seconds. */
const SOURCES = ['people', 'places'].map((part) => ({ kind: 'path', path: join(DOCUMENTS, part) }));

export interface TracedArms {
  readonly arms: Readonly<Record<ArmApp, RunningArmProcess>>;
  /** Of the orchestrator. */
  readonly url: string;
  readonly dataDir: string;
  close(): Promise<void>;
}

/**
 * Starts a broker and the five arms, and lets them read the people and places of the sample domain.
 *
 * @param headers of requests, such as a key
 */
export async function startTracedArms(
  env: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TracedArms> {
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
    const arms = await startArmProcesses(processes, { natsUrl: broker.url, dataDir, env });
    const { url } = arms.orchestrator;
    await ingest(url, COLLECTION, SOURCES, { headers });
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
