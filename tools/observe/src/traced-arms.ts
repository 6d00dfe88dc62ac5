import {
  type ArmApp,
  ingest,
  Processes,
  type RunningArmProcess,
  startArmProcesses,
  TemporaryFolders,
  WORKSPACE,
} from '@arbiter/end-to-end';
import { startNatsServer } from '@arbiter/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** People and places of the sample domain, each a collection: a question of two lets the orchestrator ask which there are. */
export const DOMAIN = 'coast';
const PARTS = ['people', 'places'] as const;
const DOCUMENTS = join(WORKSPACE.root, 'domains', 'lantern-coast', 'documents');

/** For a process: a domain pack in a folder of its own. */
async function writePack(folder: string): Promise<void> {
  const config = {
    domain: DOMAIN,
    version: '1.0.0',
    description: 'People and places of the Lantern Coast',
    vectorDatabase: { collections: PARTS.map(collectionOf), embeddingModel: 'bge-small-en-v1.5', dimensions: 384 },
    entities: { types: ['person', 'place'] },
    ingestion: { sources: './sources.json' },
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  await writeFile(join(folder, 'sources.json'), JSON.stringify({ files: [] }));
}

function collectionOf(part: string): string {
  return `${DOMAIN}_${part}`;
}

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
    const pack = await folders.create();
    await writePack(pack);
    const arms = await startArmProcesses(processes, {
      natsUrl: broker.url,
      dataDir,
      env: { ARBITER_DOMAINS_DIR: pack, ...env },
    });
    const { url } = arms.orchestrator;
    for (const part of PARTS)
      await ingest(url, collectionOf(part), [{ kind: 'path', path: join(DOCUMENTS, part) }], { headers });
    return { arms, url, dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}
