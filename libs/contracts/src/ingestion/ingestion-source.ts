import { z } from 'zod';
import { Metadata } from '../passage.js';

const DEFAULT_PORTS = { https: 443, http: 80, ssh: 22 } as const;
const USER = String.raw`\w[\w.-]*`;
/** Without a dot at its end, which some readers drop and then look up anew. */
const NAME = String.raw`[a-z\d](?:[\w.-]*\w)?`;

/**
 * Narrower than RFC 3986. Git decodes a percent sign before it looks for the host and ends an authority at a backslash in the
 * path; other readers do neither. What one of them could take for another host has no place here.
 */
const ADDRESS = new RegExp(
  String.raw`^(?<scheme>https?|ssh)://(?:(?<user>${USER})@)?(?<host>${NAME}|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?` +
    String.raw`(?<path>/(?:[\w.~!$&'()*+,;=:@/-]|%(?![01]|7f)[\da-f]{2})*)$`,
  'iu',
);

/** `ann@host:path`, the short form of ssh. */
const SHORT = new RegExp(String.raw`^(?<user>${USER})@(?<host>${NAME}):(?!//|-)(?<path>[^\s\p{Cc}]+)$`, 'iu');

/** RFC 4648 with padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** As git-check-ref-format(1) has it, and no option of a program. */
const GIT_REF = /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\.lock$|[/.]$))[^\s~^:?*[\\\p{Cc}]+$/u;

/** A repository of a server, in parts that every reader of its address agrees on. */
export interface RemoteRepository {
  readonly scheme: 'https' | 'http' | 'ssh';
  /** Whom ssh logs in as; null for whoever runs it. */
  readonly user: string | null;
  /** In lower case; an IPv6 address in brackets. */
  readonly host: string;
  readonly port: number;
  /** Begins with a slash, but for one of the short form, which begins in the home directory of the user. */
  readonly path: string;
}

/**
 * @param address `https://`, `http://` or `ssh://`, or as `git@host:path`
 * @returns null for what is none, and for what two readers could read differently
 */
export function parseRemoteRepository(address: string): RemoteRepository | null {
  const short = SHORT.exec(address)?.groups;
  const { scheme: written = 'ssh', user, host = '', port, path = '' } = short ?? ADDRESS.exec(address)?.groups ?? {};
  const scheme = written.toLowerCase() as RemoteRepository['scheme'];
  if (scheme !== 'ssh' && user !== undefined) return null;
  const parsed = {
    scheme,
    user: user ?? null,
    host: host.toLowerCase(),
    port: port === undefined ? DEFAULT_PORTS[scheme] : Number(port),
    path,
  };
  return isReadAlike(parsed) ? parsed : null;
}

/** The one way to write it, which parses to itself. */
export function formatRemoteRepository({ scheme, user, host, port, path }: RemoteRepository): string {
  const login = user === null ? '' : `${user}@`;
  if (!path.startsWith('/')) return `${login}${host}:${path}`;
  return `${scheme}://${login}${host}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}${path}`;
}

/** Whether the reader of addresses that all fetchers use finds the same parts: no `0x7f.1`, no `..`, no port 0. */
function isReadAlike({ host, port, path }: RemoteRepository): boolean {
  const inUrl = path.startsWith('/') ? path : '/';
  // A port that is nobody's default: that of a scheme is left out.
  const address = `http://${host}:${port === 80 ? 81 : port}${inUrl}`;
  if (port < 1 || !URL.canParse(address)) return false;
  const { hostname, pathname } = new URL(address);
  return hostname === host && pathname === inUrl;
}

/** As in a `.gitignore` file: `*.md` at any depth, `/notes` only at the top, `drafts/` with all below, `!` takes back. */
const Globs = z.array(z.string().min(1).max(512)).max(100);

/** What is looked at below a source. What they leave out stays as an earlier job left it. */
export const selection = {
  /** Only what one of them matches; absent: everything. */
  include: Globs.optional(),
  /** Not what one of them matches; stronger than `include`. */
  exclude: Globs.optional(),
};

/** A branch or tag. */
export const RepositoryRef = z.string().max(256).regex(GIT_REF, 'must be the name of a branch or tag');

/** https://, http:// or ssh://, the short form of ssh, or an absolute path of the worker's disk. A password has no place in it. */
export const RepositoryAddress = z
  .string()
  .max(2_048)
  .refine((address) => address.startsWith('/') || parseRemoteRepository(address) !== null, {
    error:
      'must begin with https://, http://, ssh:// or /, or be like git@host:path, be written plainly, and name no password',
  });

/** http:// or https://, without a user, a password or a fragment. */
export const PageAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .refine((address) => !/^[^/]*\/\/[^/?#]*@|#/.test(address), { error: 'must name no user, password or fragment' });

/** `docs.example` or `docs.example:8443`, as it stands in an address. */
export const SiteHost = z
  .string()
  .max(260)
  .regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/, 'must be a host in lower case, such as files.example');

/** How much of a site is read. */
export const siteLimits = {
  /** Links from the first page to the last that is read, 0–20; what the sitemaps list is one link away. Absent: 5. */
  depth: z.int().min(0).max(20).optional(),
  /** Answers that are fetched at most. What is not looked at because of it stays as it is. Absent: 1,000. */
  maxPages: z.int().min(1).max(100_000).optional(),
  /** Other hosts whose pages belong to the site; absent: none. */
  hosts: z.array(SiteHost).min(1).max(20).optional(),
};

export const IngestionSource = z.discriminatedUnion('kind', [
  /** A file or folder on the worker's disk. A document of the folder that has gone since the last time is deleted. */
  z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(4_096), ...selection }),
  /**
   * The files of a repository as of one commit, which is kept with each of them. What has gone from it since the last time is
   * deleted.
   */
  z.strictObject({
    kind: z.literal('git'),
    repository: RepositoryAddress,
    /** A branch or tag; absent: what the repository shows by default. */
    branch: RepositoryRef.optional(),
    /** Only what lies below; absent: everything. */
    path: z.string().min(1).max(4_096).optional(),
    ...selection,
  }),
  /** One page or file of the web. It is deleted when its server says that it has gone. */
  z.strictObject({
    kind: z.literal('url'),
    url: PageAddress,
    /** What it is called; absent: what it says itself. */
    title: z.string().trim().min(1).max(1_024).optional(),
  }),
  /**
   * The pages below an address, as its sitemaps and the links of its pages name them, and the files that they link to, as far
   * as robots.txt allows it. What the site no longer has or lists is deleted.
   */
  z.strictObject({
    kind: z.literal('site'),
    /** The first page; the others lie in its folder. */
    url: PageAddress,
    ...siteLimits,
    ...selection,
  }),
  /** The entries of an RSS, Atom or JSON feed, each a document. What has left the feed stays: a feed is a window. */
  z.strictObject({ kind: z.literal('feed'), url: PageAddress }),
  /** A document sent along; `name` is its source and, by its ending, its format. */
  z
    .strictObject({
      kind: z.literal('inline'),
      name: z.string().min(1).max(1_024),
      content: z.string().max(8_000_000),
      /** How the bytes of the file stand in `content`: as text where absent, in base64 for what is no text. */
      encoding: z.enum(['utf-8', 'base64']).optional(),
      /** Extra: what the document is called, "" for nothing at all. Absent: what its text says, else its name. */
      title: z.string().trim().max(1_024).optional(),
      /** Kept with every passage, for filters; before what the document says of itself. */
      metadata: Metadata.default({}),
    })
    .refine(({ encoding, content }) => encoding !== 'base64' || BASE64.test(content), {
      path: ['content'],
      error: 'is no base64',
    }),
]);
export type IngestionSource = z.output<typeof IngestionSource>;
