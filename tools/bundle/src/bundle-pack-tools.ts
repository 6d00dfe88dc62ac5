import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { readDomainPack } from '@arbiter/adapters-filesystem';
import { describeShippedPack, SHIPPED_CODE_FILE } from '@arbiter/adapters-pack-code';
import { rolldown } from 'rolldown';
import { isStampCurrent, stampOf } from './stamp.js';

/** Relative to the root. */
export const DOMAINS = 'domains';
/** In the `tools/` of a pack: its code as one file, for the pack's configuration to name. */
export const PACK_TOOLS_FILE = 'dist/tools.mjs';
/** Modules that the thread of a pack provides. */
const PROVIDED = ['@arbiter/contracts', '@arbiter/tool-sdk', 'zod'];
/** Sources that describe tools, besides their own code. */
const DESCRIBED_BY = ['libs/contracts', 'libs/tool-sdk', 'libs/adapters/pack-code'];
const STAMP = `${DOMAINS}/dist/shipped-tools.stamp.json`;

/**
 * Writes the code of the packs that come with the software as one file each, and the manifest by which they are trusted.
 *
 * @param root of a repository that has been compiled
 */
export async function bundlePackTools(root: string): Promise<void> {
  const inputs = new Set(DESCRIBED_BY.map((folder) => `${folder}/dist/index.js`));
  const configs: string[] = [];
  const packs = readdirSync(join(root, DOMAINS)).filter((name) => existsSync(join(root, DOMAINS, name, 'config.json')));
  const manifest: Record<string, unknown> = {};
  for (const name of packs) {
    const folder = join(root, DOMAINS, name, 'tools');
    configs.push(`${DOMAINS}/${name}/config.json`);
    if (existsSync(join(folder, 'dist/pack.js'))) for (const module of await bundle(root, folder)) inputs.add(module);
    const pack = await readDomainPack(join(root, DOMAINS, name), new AbortController().signal);
    if (pack?.code) manifest[pack.config.domain] = await describeShippedPack(pack.code);
  }
  const path = join(root, DOMAINS, SHIPPED_CODE_FILE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(manifest));
  writeFileSync(join(root, STAMP), JSON.stringify(stampOf(root, [...inputs], [...configs, ...shippedToolFiles(root)])));
}

/** Relative to the root: everything that shipped packs need to run their tools. */
export function shippedToolFiles(root: string): string[] {
  const files = readdirSync(join(root, DOMAINS)).map((name) => `${DOMAINS}/${name}/tools/${PACK_TOOLS_FILE}`);
  return [`${DOMAINS}/${SHIPPED_CODE_FILE}`, ...files.filter((path) => existsSync(join(root, path)))];
}

/** Whether they were made of what is built and installed now. */
export function arePackToolsCurrent(root: string): boolean {
  return isStampCurrent(root, STAMP);
}

/** @returns the modules that are in it, relative to the root */
async function bundle(root: string, folder: string): Promise<string[]> {
  const build = await rolldown({
    input: join(folder, 'dist/pack.js'),
    cwd: root,
    external: PROVIDED,
    logLevel: 'warn',
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await build.write({ file: join(folder, PACK_TOOLS_FILE), format: 'esm', minify: false });
  await build.close();
  return output
    .flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
    .map((id) => relative(root, id).split(sep).join('/'));
}
