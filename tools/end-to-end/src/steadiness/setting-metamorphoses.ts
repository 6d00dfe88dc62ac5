import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { copyInstallation } from '../copy-installation.js';
import { ingest } from '../http-calls.js';
import { WORKSPACE, type App } from '../installation.js';
import type { Processes } from '../processes.js';
import { startStandaloneProcess, type RunningStandalone } from '../servers.js';
import type { TemporaryFolders } from '../temporary-folders.js';
import { filesBelow, type QuestionedPack } from './packs.js';

/** A library of the same documents, made or run in another way. */
export interface SettingMetamorphosis {
  readonly name: string;
  /** Reason why this machine cannot run it; null where it can. */
  readonly unavailable: () => string | null;
  readonly start: (pack: QuestionedPack, where: Surroundings) => Promise<RunningStandalone>;
}

export interface Surroundings {
  readonly processes: Processes;
  readonly folders: TemporaryFolders;
}

const always = (): null => null;

/** The pack as it is shipped: one job for the folder, all cores, the network in integers. */
export async function startShipped(pack: QuestionedPack, where: Surroundings): Promise<RunningStandalone> {
  const server = await startServer(pack, where);
  await ingestFrom(server, pack, [join(pack.folder, 'documents')]);
  return server;
}

export const SETTING_METAMORPHOSES: readonly SettingMetamorphosis[] = [
  {
    name: 'other order',
    unavailable: always,
    // In a job each, from the last to the first, from a folder of another name: other ids, other batches, another order.
    start: async (pack, where) => {
      const copy = join(await where.folders.create(), 'documents');
      await cp(join(pack.folder, 'documents'), copy, { recursive: true });
      const server = await startServer(pack, where);
      for (const file of (await filesBelow(copy)).reverse()) await ingestFrom(server, pack, [file]);
      return server;
    },
  },
  {
    name: 'one thread',
    unavailable: () => (spawnSync('taskset', ['-V']).error ? 'taskset is not installed' : null),
    start: async (pack, where) => {
      const server = await startServer(pack, where, { launcher: ['taskset', '-c', '0'] });
      await ingestFrom(server, pack, [join(pack.folder, 'documents')]);
      return server;
    },
  },
  {
    name: 'plain network',
    unavailable: always,
    start: async (pack, where) => {
      const installation = await copyInstallation(await where.folders.create());
      await withoutIntegerNetwork(installation.root);
      const server = await startServer(pack, where, { installation });
      await ingestFrom(server, pack, [join(pack.folder, 'documents')]);
      return server;
    },
  },
];

async function startServer(
  pack: QuestionedPack,
  { processes, folders }: Surroundings,
  options: { readonly launcher?: readonly string[]; readonly installation?: { main(app: App): string } } = {},
): Promise<RunningStandalone> {
  const dataDir = await folders.create();
  const { installation = WORKSPACE, launcher = [] } = options;
  const env = { ARBITER_DOMAINS_DIR: pack.folder };
  return startStandaloneProcess(processes, { dataDir, env, installation, launcher });
}

/** @throws ArbiterError INTERNAL where a document was not read */
async function ingestFrom({ url }: RunningStandalone, pack: QuestionedPack, paths: readonly string[]): Promise<void> {
  const job = await ingest(
    url,
    pack.collection,
    paths.map((path) => ({ kind: 'path', path })),
  );
  if (job.state !== 'succeeded') throw new ArbiterError('INTERNAL', `Job ${job.id} ended ${job.state}.`);
}

/** A model of an installation's own, which describes no network in integers. */
async function withoutIntegerNetwork(root: string): Promise<void> {
  const path = join(root, 'libs/models/bge-small-en-v1.5/dist/bge-small-en-v1.5.model.js');
  const code = await readFile(path, 'utf8');
  const plain = code.replace(/^[ \t]*integerNetwork: .*$/m, '');
  if (plain === code) throw new ArbiterError('INTERNAL', `${path} names no network in integers.`);
  await writeFile(path, plain);
}
