import { createHash } from 'node:crypto';
import { coversPath } from '../declared-inputs.js';

/** A file as git knows it. */
export interface TrackedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Mode and object name of its content. */
  readonly id: string;
}

/** A package as far as a change elsewhere can reach it. */
export interface KeyedPackage {
  /** Relative to the root of the repository. */
  readonly directory: string;
  /** Directories of the packages that it depends on, for development as well. */
  readonly dependsOn: readonly string[];
  /** What it reads outside its folder, as `declaredInputs` gives it. */
  readonly inputs: readonly string[];
}

export interface Tree {
  readonly files: readonly TrackedFile[];
  /** Paths whose content differs from the tracked one, or that are not tracked at all. */
  readonly changed: readonly string[];
}

export interface KeySurroundings {
  /** What every package depends on, as `declaredInputs` gives it. */
  readonly shared: readonly string[];
  /** What decides results besides files: the version of Node.js, which servers answer. */
  readonly toolchain: string;
}

/** Starts every key: another number makes all known keys unknown, when something else goes into them. */
const REVISION = 'untouched 1';

/**
 * A name for everything that the checks of a package depend on: its files, what it reads elsewhere, the same of all packages that it
 * depends on through others, the shared files and the toolchain. Equal keys mean equal results, as `nx affected` has it.
 *
 * @returns by directory, a SHA-256 in hexadecimal; undefined when a file that goes into the key has changed since git has seen it
 */
export function packageKeys(
  packages: readonly KeyedPackage[],
  { files, changed }: Tree,
  { shared, toolchain }: KeySurroundings,
): ReadonlyMap<string, string | undefined> {
  const byDirectory = new Map(packages.map((each) => [each.directory, each]));
  const directories = [...byDirectory.keys()].sort((a, b) => b.length - a.length);
  /** The innermost package that holds a path: a package may lie within another one. */
  const homeOf = (path: string) => directories.find((directory) => path.startsWith(`${directory}/`));

  const owned = new Map<string | undefined, TrackedFile[]>();
  for (const file of files) {
    const home = homeOf(file.path);
    const beside = owned.get(home);
    if (beside) beside.push(file);
    else owned.set(home, [file]);
  }
  const touched = new Set(changed.map(homeOf));
  const selected = (inputs: readonly string[]) => files.filter(({ path }) => coversPath(inputs, path));
  const isTouched = (inputs: readonly string[]) => changed.some((path) => coversPath(inputs, path));

  const common = digest([REVISION, toolchain, ...selected(shared).map(lineOf)]);
  const contents = new Map(
    packages.map(({ directory, inputs }) => {
      if (touched.has(directory) || isTouched(inputs) || isTouched(shared)) return [directory, undefined];
      return [directory, digest([...(owned.get(directory) ?? []), ...selected(inputs)].map(lineOf))];
    }),
  );
  return new Map(
    packages.map(({ directory }) => {
      const parts = [...closureOf(directory, byDirectory)].sort().map((each) => [each, contents.get(each)] as const);
      if (parts.some(([, content]) => content === undefined)) return [directory, undefined];
      return [directory, digest([common, directory, ...parts.map(([each, content]) => `${each} ${content ?? ''}`)])];
    }),
  );
}

/** A package and all that it depends on, through others as well. */
function closureOf(start: string, byDirectory: ReadonlyMap<string, KeyedPackage>): Set<string> {
  const found = new Set([start]);
  for (const directory of found) {
    for (const next of byDirectory.get(directory)?.dependsOn ?? []) found.add(next);
  }
  return found;
}

function lineOf({ path, id }: TrackedFile): string {
  return `${id} ${path}`;
}

function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
