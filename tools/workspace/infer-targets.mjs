import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';

/**
 * The targets that every package has, as a plugin of Nx: a command each, run in the package's folder. nx.json names the commands
 * with their variables (the plugin's options) and their caches (`targetDefaults`).
 */
export const createNodes = [
  '**/package.json',
  (files, commands, { workspaceRoot }) =>
    files
      .filter((file) => file.includes('/') && isPackage(join(workspaceRoot, file)))
      .map((file) => [file, { projects: { [dirname(file)]: { targets: targetsFrom(commands) } } }]),
];

/** Manifests of knowledge packs and fixtures are no packages of the workspace. */
function isPackage(path) {
  return JSON.parse(readFileSync(path, 'utf8')).nx !== undefined;
}

function targetsFrom(commands) {
  return Object.fromEntries(
    Object.entries(commands).map(([target, told]) => {
      const { command, env = {} } = typeof told === 'string' ? { command: told } : told;
      return [target, { command, options: { cwd: '{projectRoot}', env } }];
    }),
  );
}
