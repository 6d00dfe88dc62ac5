import { resolve } from 'node:path';
import type { BackupSettings, FinishedBackup, FinishedRestore, ProvenBackup } from '@arbiter/backends';
import type { StandaloneOptions } from './standalone.options.js';

type Surroundings = Pick<StandaloneOptions, 'env' | 'cwd'>;

export interface BackupOptions extends Surroundings {
  /** The archive; relative to `cwd`. */
  readonly file: string;
  /** Whether what is there may be replaced: the file of a backup, the library of a restore. */
  readonly replace: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (bytes: number, ofBytes: number) => void;
}

/** Writes the library that the settings name to an archive, also while it is used; see backUpLibrary. */
export async function backUp(
  { env, cwd, file, ...options }: BackupOptions,
  arbiter: string,
): Promise<FinishedBackup & { readonly file: string }> {
  const [{ backUpLibrary }, { SYSTEM_CLOCK }] = await loaded();
  const { path, settings } = await settingsOf({ env, cwd });
  const target = resolve(cwd, file);
  const done = await backUpLibrary(settings, { ...options, path, file: target, arbiter, clock: SYSTEM_CLOCK });
  return { ...done, file: target };
}

/** Compares every file of an archive with its checksum; see verifyBackup. */
export async function verifyBackupFile({
  cwd,
  file,
  signal,
}: Pick<BackupOptions, 'cwd' | 'file' | 'signal'>): Promise<ProvenBackup & { readonly file: string }> {
  const [{ verifyBackup }] = await loaded();
  return { ...(await verifyBackup(resolve(cwd, file), signal)), file: resolve(cwd, file) };
}

/** Puts the library of an archive where the settings say; see restoreLibrary. */
export async function restore({
  env,
  cwd,
  file,
  ...options
}: BackupOptions): Promise<FinishedRestore & { readonly path: string }> {
  const [{ restoreLibrary }, { SYSTEM_CLOCK }] = await loaded();
  const { path, settings } = await settingsOf({ env, cwd });
  const done = await restoreLibrary(settings, { ...options, path, file: resolve(cwd, file), clock: SYSTEM_CLOCK });
  return { ...done, path };
}

/** Loaded when wanted, as all that commands seldom need. */
function loaded() {
  return Promise.all([import('@arbiter/backends'), import('@arbiter/ports')]);
}

async function settingsOf({ env, cwd }: Surroundings): Promise<{ path: string; settings: BackupSettings }> {
  const { loadStandaloneConfig } = await import('./standalone.config.js');
  const { ingestion, orchestrator } = loadStandaloneConfig(env, cwd);
  const { values } = ingestion;
  const usesJetStream = [values.documentStore, orchestrator.values.sessionStore].includes('nats');
  return { path: resolve(cwd, values.dataDir), settings: { ...values, usesJetStream } };
}
