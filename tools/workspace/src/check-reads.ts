import { posix } from 'node:path';
import { coversPath } from './declared-inputs.js';
import { literalText, visitSource } from './syntax-tree.js';
import type { WorkspacePackage } from './workspace-model.js';

export interface ReadsInput {
  /** `inputs` are those that the manifest declares for the target `test`, as `declaredInputs` gives them. */
  readonly packages: readonly (WorkspacePackage & { readonly inputs: readonly string[] })[];
  /** What every package may read. */
  readonly shared: readonly string[];
  /** Every file of the repository. A path that leads to none is an example, or an attack that a test tries. */
  readonly files: readonly string[];
}

/**
 * Where packages name files outside their folder that their manifest does not declare, so that a change of these files would not
 * count as a change of the package. Files of a package that it depends on need no declaration. The root of the workspace by itself
 * may mean anything: any declared input answers for it.
 *
 * @returns sorted: `apps/cli/src/a.ts: domains/x`
 */
export function undeclaredReads({ packages, shared, files }: ReadsInput): string[] {
  const isThere = (path: string) =>
    packages.some(({ directory }) => path.startsWith(`${directory}/`)) ||
    files.some((file) => `${file}/`.startsWith(path.endsWith('/') ? path : `${path}/`));
  const byName = new Map(packages.map((each) => [each.name, each]));
  return packages
    .flatMap((subject) => {
      const known = new Set([subject]);
      for (const { dependencies, devDependencies } of known) {
        for (const name of [...dependencies, ...devDependencies]) {
          const next = byName.get(name);
          if (next) known.add(next);
        }
      }
      const covered = [...shared, ...[...known].flatMap(({ directory, inputs }) => [`${directory}/`, ...inputs])];
      const isCovered = (path: string) => coversPath(covered, path) || coversPath(covered, `${path}/`);
      return pathsOutside(subject)
        .filter(({ path }) => path === '' || isThere(path))
        .filter(({ path }) => (path === '' ? subject.inputs.length === 0 : !isCovered(path)))
        .map(({ from, path }) => `${from}: ${path === '' ? 'the root' : path}`);
    })
    .sort();
}

/** Relative paths in the sources that lead out of the package and stay in the workspace. Folders end in `/`. */
function pathsOutside({ directory, files }: WorkspacePackage): { from: string; path: string }[] {
  return files.flatMap(({ path: file, text }) => {
    const from = posix.join(directory, file);
    return relativePathsIn(file, text)
      .map((path) => posix.join(posix.dirname(from), path))
      .filter((path) => !`${path}/`.startsWith(`${directory}/`) && !path.startsWith('..'))
      .map((path) => ({ from, path: path === '.' || path === './' ? '' : path }));
  });
}

/** Literals that begin with `../`, the constant beginning of templates included. */
function relativePathsIn(fileName: string, text: string): string[] {
  const found: string[] = [];
  const add = (path: string | null | undefined) => {
    if (path && /^(?:\.\.\/)+|^\.\.$/.test(path)) found.push(path);
  };
  visitSource(fileName, text, {
    Literal: (node) => add(literalText(node)),
    TemplateLiteral: ({ quasis: [head] }) => add(head?.value.cooked),
  });
  return found;
}
