import { posix } from 'node:path';
import { readImports } from './read-imports.js';
import { isTestFile, type WorkspacePackage } from './workspace-model.js';

/** Which nodes each node leads to. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Files of one package that import each other in a circle, and folders beside each other that do. An import of types counts: whoever
 * reads one must read the other. Specs do not count. A file directly in a folder is no part of the folders in it.
 *
 * @returns one line per circle, sorted: the folder that holds it and its members, `libs/text/src: mentions, tokens`
 */
export function findCircles(packages: readonly WorkspacePackage[]): string[] {
  return packages.flatMap(circlesWithin).sort();
}

function circlesWithin({ directory, files }: WorkspacePackage): string[] {
  const sources = files.filter(({ path }) => !isTestFile(path));
  const known = new Set(sources.map(({ path }) => path));
  const imports = sources.flatMap(({ path, text }) =>
    readImports(path, text).flatMap(({ specifier }) => {
      const target = targetOf(path, specifier, known);
      return target === undefined ? [] : [[path, target] as const];
    }),
  );
  const folders = imports.flatMap(([from, to]) => foldersBetween(from, to));
  return [...circlesOf(graphOf(imports)), ...circlesOf(graphOf(folders))].map((members) => {
    const parent = commonFolder(members);
    return `${posix.join(directory, parent)}: ${members.map((path) => posix.relative(parent, path)).join(', ')}`;
  });
}

function targetOf(path: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(path), specifier);
  return [target, target.replace(/js$/, 'ts')].find((each) => known.has(each));
}

/** The two folders beside each other that an import leads from and to. None when one file lies above the other, or beside it. */
function foldersBetween(from: string, to: string): (readonly [string, string])[] {
  const parent = commonFolder([from, to]);
  const [one, other] = [from, to].map((path) => posix.relative(parent, path).split('/')) as [string[], string[]];
  if (one.length < 2 || other.length < 2) return [];
  return [[posix.join(parent, one[0] ?? ''), posix.join(parent, other[0] ?? '')]];
}

/** The deepest folder that holds all paths. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  let folder = posix.dirname(first);
  while (folder !== '.' && !others.every((path) => path.startsWith(`${folder}/`))) folder = posix.dirname(folder);
  return folder;
}

function graphOf(edges: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** The strongly connected components of more than one node, each sorted. */
function circlesOf(graph: Graph): string[][] {
  const nodes = [...graph.keys()].sort();
  const reachable = new Map(nodes.map((node) => [node, reachableFrom(node, graph)]));
  return nodes
    .map((node) => ({
      node,
      members: nodes.filter((to) => reachable.get(node)?.has(to) && reachable.get(to)?.has(node)),
    }))
    .filter(({ node, members }) => members.length > 1 && members[0] === node)
    .map(({ members }) => members);
}

function reachableFrom(start: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}
