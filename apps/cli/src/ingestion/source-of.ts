import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArbiterError, IngestionSource, PageAddress, RepositoryAddress } from '@arbiter/contracts';

export interface SiteLimits {
  /** Links from the first page, ≥ 0. */
  readonly depth?: number;
  readonly maxPages?: number;
  /** Other hosts that belong to the site. */
  readonly hosts?: string[];
}

/** What the options of `arbiter ingest` say of every source on its line; null and empty where nothing is said. */
export interface SourceOptions {
  /** Branch or tag of a repository. */
  readonly branch: string | null;
  /** Folder or file inside a repository. */
  readonly path: string | null;
  /** Of an address of the web: all pages below it, as far as the limits reach; null for the one page. */
  readonly site: SiteLimits | null;
  /** Of an address of the web: it is a feed. */
  readonly feed: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly prefer: readonly string[];
}

/** `https://host/a.git`, `ssh://…`, `git@host:a.git`; a path may be a repository, too, where a branch or path is named. */
const REPOSITORY = /^(?:ssh:\/\/|https?:\/\/.*\.git\/?$|[\w.-]+@[\w.-]+:)/;
/** Of this machine: one of another names it. */
const FILE = /^file:\/\/(?:localhost)?\//i;
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * The source that an argument of `arbiter ingest` names.
 *
 * @throws ArbiterError INVALID_REQUEST for an address that no reader supports, or options that do not fit
 */
export function sourceOf(named: string, options: SourceOptions, cwd: string): IngestionSource {
  const argument = FILE.test(named) ? fileURLToPath(named) : named;
  const { branch, path, site, feed, include, exclude, prefer } = options;
  const selection = {
    ...(include.length > 0 && { include: [...include] }),
    ...(exclude.length > 0 && { exclude: [...exclude] }),
    ...(prefer.length > 0 && { prefer: [...prefer] }),
  };
  const isAddress = REPOSITORY.test(argument) || ADDRESS.test(argument);
  if (feed) return feedOf(argument, options);
  if (site !== null) return { ...siteOf(argument, site, options), ...selection };
  if (!isAddress && branch === null && path === null) {
    return { kind: 'path', path: resolve(cwd, argument), ...selection };
  }
  if (!REPOSITORY.test(argument) && branch === null && path === null && PageAddress.safeParse(argument).success) {
    return { kind: 'url', url: argument };
  }
  return { ...gitOf(argument, isAddress ? argument : resolve(cwd, argument), options), ...selection };
}

function gitOf(argument: string, address: string, { branch, path }: SourceOptions): IngestionSource & { kind: 'git' } {
  const repository = RepositoryAddress.safeParse(address);
  if (!repository.success) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `"${withoutPassword(argument)}" is no address that can be read: ${repository.error.issues[0]?.message ?? ''}.`,
    );
  }
  return {
    kind: 'git',
    repository: repository.data,
    ...(branch !== null && { branch }),
    ...(path !== null && { path }),
  };
}

function feedOf(argument: string, { branch, path, site, include, exclude, prefer }: SourceOptions): IngestionSource {
  const globs = [...include, ...exclude, ...prefer];
  const isAlone = branch === null && path === null && site === null && globs.length === 0;
  if (isAlone && PageAddress.safeParse(argument).success) return { kind: 'feed', url: argument };
  throw new ArbiterError(
    'INVALID_REQUEST',
    isAlone
      ? `"${withoutPassword(argument)}" is no address of a feed.`
      : '--feed reads all entries of a feed: leave out what is for repositories, sites and folders.',
  );
}

function siteOf(argument: string, limits: SiteLimits, { branch, path }: SourceOptions): IngestionSource {
  const site = IngestionSource.safeParse({ kind: 'site', url: argument, ...limits });
  if (site.success && branch === null && path === null) return site.data;
  const [issue] = site.error?.issues ?? [];
  throw new ArbiterError(
    'INVALID_REQUEST',
    issue === undefined
      ? '--branch and --path are for repositories: leave them out for a site.'
      : `"${withoutPassword(argument)}" is no site that can be read: ${issue.path.join('.')}: ${issue.message}.`,
  );
}

/** A password on the command line is not repeated in a message. */
function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//');
}
