import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, type Rolldown } from 'vite';
import { packageFolderOf } from './bundle-command.js';
import { isStampCurrent, stampOf } from './stamp.js';

const CONSOLE = 'apps/console';
/** Relative to the root: the page as it is served. */
export const SITE = `${CONSOLE}/dist/site`;
/** What the page was made of, and the packages whose code is in it. */
const STAMP = `${CONSOLE}/dist/site.stamp.json`;
const SOURCES = [`${CONSOLE}/src`, `${CONSOLE}/public`, 'libs/client/src'];

/**
 * Builds the page that the orchestrator serves.
 *
 * @param root of a repository that has been installed
 */
export async function bundleConsole(root: string): Promise<void> {
  const made = (await build({
    root: join(root, CONSOLE),
    configFile: join(root, CONSOLE, 'vite.config.ts'),
    logLevel: 'warn',
  })) as Rolldown.RolldownOutput;
  const modules = made.output
    .flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
    .filter((id) => id.startsWith(root))
    .map((id) => relative(root, id).split(sep).join('/'));
  const packages = [...new Set(modules.map(packageFolderOf).filter((each) => each !== undefined))].sort();
  const others = [
    `${CONSOLE}/index.html`,
    `${CONSOLE}/vite.config.ts`,
    ...SOURCES.flatMap((path) => filesOf(root, path)),
  ];
  writeFileSync(join(root, STAMP), JSON.stringify({ ...stampOf(root, [], others), packages }));
}

/** Whether the page was made of the sources as they are now. */
export function isConsoleCurrent(root: string): boolean {
  return existsSync(join(root, SITE, 'index.html')) && isStampCurrent(root, STAMP);
}

/** Third-party packages whose code is in the page, by folder, relative to the root. */
export function consolePackages(root: string): readonly string[] {
  return (JSON.parse(readFileSync(join(root, STAMP), 'utf8')) as { packages: readonly string[] }).packages;
}

function filesOf(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'));
}
