import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How Nx writes paths from the root of the workspace. */
const FROM_ROOT = '{workspaceRoot}/';

/**
 * What the inputs of a target in nx.json or package.json say of files outside the package: paths from the root, where one that ends
 * in `/` stands for all below it, and `` for everything. Inputs without `{workspaceRoot}` are the package's own and left out.
 *
 * @throws Error for another pattern than `folder/**\/*`, which nothing here would match
 */
export function declaredInputs(inputs: readonly string[] = []): string[] {
  return inputs.filter((input) => input.startsWith(FROM_ROOT)).map(pathOf);
}

/** The inputs of every target of every package: `shared` of nx.json. */
export function readSharedInputs(root: string): string[] {
  const { namedInputs } = JSON.parse(readFileSync(join(root, 'nx.json'), 'utf8')) as {
    namedInputs: { shared: string[] };
  };
  return declaredInputs(namedInputs.shared);
}

/** Whether a path from the root is one of the inputs, or lies below one. */
export function coversPath(inputs: readonly string[], path: string): boolean {
  return inputs.some((input) => input === path || (isFolder(input) && path.startsWith(input)));
}

function isFolder(input: string): boolean {
  return input === '' || input.endsWith('/');
}

function pathOf(input: string): string {
  const path = input.slice(FROM_ROOT.length).replace(/(?<=^|\/)\*\*\/\*$/, '');
  if (/[*?{[!]/.test(path)) throw new Error(`the input ${input} is neither a file nor all of a folder (folder/**/*)`);
  return path;
}
