import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, formatRemoteRepository, type IngestionSource, parseRemoteRepository } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceItem, SourceLoader } from '@arbiter/ports';
import { GitProgram, sshCommand } from './git-program.js';
import { readTree, relatedByFolder, type TreeFile } from './read-tree.js';
import { watchSize } from './watch-size.js';

const HEAD = 'HEAD';

const REASONS = {
  link: 'It is a link, which is not followed inside a repository.',
  submodule: 'It is a submodule; ingest its repository by its own address.',
} as const;

/** What a name may stand for, in the order in which git fetch takes it (gitrevisions(7)). */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];
/** Follows the name of a tag that is an object of its own, on the line of what it names. */
const PEELED = '^{}';

export type GitSource = Extract<IngestionSource, { kind: 'git' }>;

/**
 * The addresses of a host that may be asked.
 *
 * @throws ArbiterError FORBIDDEN where its name leads into this machine or network; UNAVAILABLE where it leads nowhere
 */
export type ResolveHost = (host: { name: string; port: number }, signal: AbortSignal) => Promise<readonly string[]>;

export interface GitRepositoryOptions {
  readonly resolveHost: ResolveHost;
  /** Where the programs git and ssh are looked for, as in PATH. */
  readonly searchPath: string;
  /** Of one file; a larger one is found, and rejected when it is read. */
  readonly maxFileBytes: number;
  /** Of all that is fetched, compressed. */
  readonly maxRepositoryBytes: number;
  /** For the fetch, in milliseconds. */
  readonly timeoutMs: number;
}

/** The program, and what it connects to: the address and the settings that were checked. */
interface Connection {
  readonly git: GitProgram;
  readonly folder: string;
  readonly address: string;
  readonly settings: readonly string[];
}

/** The files of git repositories, each as of one commit. */
export class GitRepositoryLoader implements SourceLoader<GitSource> {
  constructor(private readonly options: GitRepositoryOptions) {}

  originOf({ repository, branch, path }: GitSource): string {
    return `git:${repository}#${branch ?? HEAD}${path === undefined ? '' : `:${path}`}`;
  }

  async *list(source: GitSource, context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    const { repository, path } = source;
    const { host, protocol, canonical: address } = parseAddress(repository);
    const folder = await context.scratch();
    const { searchPath } = this.options;
    const git = new GitProgram({ searchPath, folder, protocol, shown: repository });
    await git.run(['init', '--quiet', '--bare', '--template='], signal);
    const connection = { git, folder, address, settings: await this.settingsFor({ host, protocol }, signal) };
    const { cursor } = context;
    const last = await cursor.last();
    if (last !== null && last === (await this.askHead(source, connection, signal))) {
      cursor.stay();
      return;
    }
    const commit = await this.fetch(source, connection, signal);
    cursor.reach(commit);
    const below = path === undefined ? [] : ['--', path];
    const tree = readTree(await git.run(['ls-tree', '-r', '-z', '-l', '--full-tree', commit, ...below], signal));
    if (path !== undefined && tree.length === 0) {
      throw new ArbiterError('NOT_FOUND', `There is no "${path}" in ${repository} at ${commit.slice(0, 12)}.`);
    }
    yield* this.items(source, commit, tree, git);
  }

  /** The program connects to what was checked, whatever the name leads to a moment later. */
  private async settingsFor(
    { host, protocol }: Pick<ParsedAddress, 'host' | 'protocol'>,
    signal: AbortSignal,
  ): Promise<string[]> {
    if (host === null) return [];
    const addresses = await this.options.resolveHost(host, signal);
    if (protocol === 'ssh') return [`core.sshCommand=${sshCommand(host, addresses)}`];
    return [`http.curloptResolve=${host.name}:${host.port}:${addresses.join(',')}`];
  }

  /** @returns the id of the commit that `fetch` would take now; null when there is none */
  private askHead(
    { repository, branch = HEAD }: GitSource,
    { git, address, settings }: Connection,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { timeoutMs } = this.options;
    return withDeadline(signal, { timeoutMs, what: repository }, async (inTime) => {
      const refs = await git.run(lsRemote(address, branch), inTime, { settings });
      return readRemoteHead(refs.toString('utf8'), branch);
    });
  }

  /** @returns the id of the commit */
  private async fetch(
    { repository, branch = HEAD }: GitSource,
    { git, folder, address, settings }: Connection,
    signal: AbortSignal,
  ): Promise<string> {
    const { maxRepositoryBytes: limit, timeoutMs } = this.options;
    const reason = new ArbiterError('PAYLOAD_TOO_LARGE', `${repository} is larger than the limit of ${limit} bytes.`);
    const size = watchSize(folder, { limit, reason });
    try {
      return await withDeadline(signal, { timeoutMs, what: repository }, async (inTime) => {
        const within = AbortSignal.any([inTime, size.signal]);
        const args = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules'];
        await git.run([...args, '--', address, branch], within, { settings });
        const commit = await git.run(['rev-parse', '--verify', 'FETCH_HEAD^{commit}'], within);
        return commit.toString('latin1').trim();
      });
    } finally {
      size.stop();
    }
  }

  private *items(
    source: GitSource,
    commit: string,
    tree: ReturnType<typeof readTree>,
    git: GitProgram,
  ): Iterable<FoundItem> {
    const files = tree.filter((entry) => 'blob' in entry);
    const related = relatedByFolder(files, (file, signal) => this.read(file, git, signal));
    for (const entry of tree) {
      if (isHidden(entry.path)) continue;
      if ('kind' in entry) yield { skipped: { source: entry.path, reason: REASONS[entry.kind] } };
      else yield this.item(source, entry, { commit, git, related });
    }
  }

  private item(
    source: GitSource,
    file: TreeFile,
    { commit, git, related }: { commit: string; git: GitProgram; related: ReturnType<typeof relatedByFolder> },
  ): SourceItem {
    const origin = this.originOf(source);
    const beside = related(file.path);
    return {
      source: file.path,
      origin,
      location: `${origin}/${file.path}`,
      size: file.size,
      version: file.blob,
      provenance: { repository: source.repository, commit },
      read: (signal) => this.read(file, git, signal),
      ...(beside && { related: beside }),
    };
  }

  private async read({ path, blob, size }: TreeFile, git: GitProgram, signal: AbortSignal): Promise<Uint8Array> {
    const { maxFileBytes } = this.options;
    if (size > maxFileBytes) {
      throw new ArbiterError('PAYLOAD_TOO_LARGE', `"${path}" is larger than the limit of ${maxFileBytes} bytes.`, {
        details: { source: path, limitBytes: maxFileBytes },
      });
    }
    return git.run(['cat-file', 'blob', blob], signal, { maxBytes: size + 1 });
  }
}

/** What is left out of folders, too: hidden names and packages. */
function isHidden(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('.') || segment === 'node_modules');
}

/** Where a repository is, for the program and for the check of its host. */
export interface ParsedAddress {
  /** As git names it. */
  readonly protocol: 'https' | 'http' | 'ssh' | 'file';
  /** Null on this disk. */
  readonly host: { readonly name: string; readonly port: number } | null;
  /** For the program: made of the parts that are checked, so that it cannot read others. */
  readonly canonical: string;
}

/**
 * @param address as `RepositoryAddress` of the contracts has it
 * @throws ArbiterError INVALID_REQUEST for one that git could read differently
 */
export function parseAddress(address: string): ParsedAddress {
  if (address.startsWith('/')) return { protocol: 'file', host: null, canonical: address };
  const remote = parseRemoteRepository(address);
  if (remote === null) {
    throw new ArbiterError('INVALID_REQUEST', 'The address of the repository can be read in more than one way.');
  }
  const { scheme, host, port } = remote;
  return { protocol: scheme, host: { name: host, port }, canonical: formatRemoteRepository(remote) };
}

/** Arguments of git that ask for `readRemoteHead`'s input. @param name of a branch or tag, or HEAD */
function lsRemote(repository: string, name: string): string[] {
  return ['ls-remote', '--quiet', '--', repository, name, `${name}${PEELED}`];
}

/**
 * @param output of git ls-remote: `<id>\t<ref>\n` for each ref whose last segments are the name
 * @returns the commit that a fetch of the name would take; null when there is none
 */
function readRemoteHead(output: string, name: string): string | null {
  const ids = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [id = '', ref] = line.split('\t');
    if (ref !== undefined) ids.set(ref, id);
  }
  for (const place of PLACES) {
    const ref = `${place}${name}`;
    const id = ids.get(`${ref}${PEELED}`) ?? ids.get(ref);
    if (id !== undefined) return id;
  }
  return null;
}
