import { workspacePackages } from '../../workspace-packages.mjs';
import { declaredInputs, readSharedInputs } from '../declared-inputs.js';
import { outsidePackages } from './outside-packages.js';
import { packageKeys, type KeyedPackage, type Tree } from './package-keys.js';
import { readTree } from './read-tree.js';

/** A workspace as it is now on disk. */
export interface Keys {
  /** The keys of all packages by directory, as `packageKeys` gives them. */
  readonly packages: ReadonlyMap<string, string | undefined>;
  /** What lies in no package, as `outsidePackages` gives it. */
  readonly outside: readonly string[];
}

/**
 * @returns undefined outside of a working tree of git, where nothing tells what has changed; the reason goes to stderr
 */
export function readKeys(root: string, toolchain: string): Keys | undefined {
  const packages = readKeyedPackages(root);
  const shared = readSharedInputs(root);
  let tree: Tree;
  try {
    tree = readTree(root);
  } catch (error) {
    const [reason = ''] = String(error).trimEnd().split('\n').slice(-1);
    console.error(`What has changed is not known: ${reason}`);
    return undefined;
  }
  const paths = [...tree.files.map(({ path }) => path), ...tree.changed];
  return {
    packages: packageKeys(packages, tree, { shared, toolchain }),
    outside: outsidePackages(
      paths,
      packages.map(({ directory }) => directory),
    ),
  };
}

function readKeyedPackages(root: string): KeyedPackage[] {
  const packages = workspacePackages(root);
  const directoryOf = new Map(packages.map(({ name, directory }) => [name, directory]));
  return packages.map(({ directory, manifest: { dependencies, devDependencies, nx } }) => ({
    directory,
    dependsOn: Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => directoryOf.get(name) ?? []),
    inputs: declaredInputs(nx?.targets?.test?.inputs),
  }));
}
