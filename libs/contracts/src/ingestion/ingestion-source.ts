import { z } from 'zod';
import { Group } from '../access/principal.js';
import { Metadata } from '../passage.js';
import { FileName, UploadId } from './uploads.operation.js';

const DEFAULT_PORTS = { https: 443, http: 80, ssh: 22 } as const;
const USER = String.raw`\w[\w.-]*`;
/** No dot at the end: some readers drop it and then resolve the name again. */
const NAME = String.raw`[a-z\d](?:[\w.-]*\w)?`;

/**
 * Narrower than RFC 3986. Git decodes a percent sign before it finds the host, and ends an authority at a backslash in the
 * path; other readers do neither. An address that any reader could resolve to another host is therefore invalid.
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

/** As in git-check-ref-format(1); it must not look like an option of a program. */
const GIT_REF = /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\.lock$|[/.]$))[^\s~^:?*[\\\p{Cc}]+$/u;

/** A repository on a server, in parts on which all readers of its address agree. */
export interface RemoteRepository {
  readonly scheme: 'https' | 'http' | 'ssh';
  /** The user for ssh; null for the user that runs it. */
  readonly user: string | null;
  /** In lower case; an IPv6 address in brackets. */
  readonly host: string;
  readonly port: number;
  /** Begins with a slash. In the short form, it is relative to the home directory of the user. */
  readonly path: string;
}

/**
 * @param address `https://`, `http://` or `ssh://`, or as `git@host:path`
 * @returns null for an invalid address, and for one that two readers could read differently
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

/** The canonical form, which parses to the same parts. */
export function formatRemoteRepository({ scheme, user, host, port, path }: RemoteRepository): string {
  const login = user === null ? '' : `${user}@`;
  if (!path.startsWith('/')) return `${login}${host}:${path}`;
  return `${scheme}://${login}${host}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}${path}`;
}

/** Whether the URL parser of all fetchers finds the same parts: no `0x7f.1`, no `..`, no port 0. */
function isReadAlike({ host, port, path }: RemoteRepository): boolean {
  const inUrl = path.startsWith('/') ? path : '/';
  // Replaces 80, which the URL parser would drop as the default port of the scheme.
  const address = `http://${host}:${port === 80 ? 81 : port}${inUrl}`;
  if (port < 1 || !URL.canParse(address)) return false;
  const { hostname, pathname } = new URL(address);
  return hostname === host && pathname === inUrl;
}

/** As in a `.gitignore` file: `*.md` at any depth, `/notes` only at the top, `drafts/` with all below, `!` re-includes. */
const Globs = z.array(z.string().min(1).max(512)).max(100);

/** A glob that can match: no comment, no open bracket, no backslash at its end. */
const MATCHING_GLOB = /^(?!#)(?:[^[\\]|\\.|\[[!^]?\]?[^\]]*\])+$/;
const MatchingGlob = z
  .string()
  .max(512)
  .regex(MATCHING_GLOB, 'matches nothing: a pattern closes its brackets and does not begin with "#"');

/** Which paths of a source are read, and which of them rank first. Documents that are left out stay as an earlier job left them. */
export const selection = {
  /** Only paths that match one of these; absent: everything. */
  include: Globs.optional(),
  /** No path that matches one of these; takes precedence over `include`. */
  exclude: Globs.optional(),
  /** Extra: paths that match one of these rank above others of equal fit. Absent: all alike. */
  prefer: z.array(MatchingGlob).min(1).max(100).optional(),
};

/** A branch or tag. */
export const RepositoryRef = z.string().max(256).regex(GIT_REF, 'must be the name of a branch or tag');

/**
 * https://, http:// or ssh://, the short form of ssh, or an absolute path on the worker's disk. It may not contain a password.
 */
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

/** `docs.example` or `docs.example:8443`, as in an address. */
export const SiteHost = z
  .string()
  .max(260)
  .regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/, 'must be a host in lower case, such as files.example');

/** Limits of a site. */
export const siteLimits = {
  /** Links from the first page to the last one read, 0–20. Pages in a sitemap count as one link away. Absent: 5. */
  depth: z.int().min(0).max(20).optional(),
  /** Most responses fetched. Documents beyond the limit stay as they are. Absent: 1,000. */
  maxPages: z.int().min(1).max(100_000).optional(),
  /** Other hosts whose pages belong to the site; absent: none. */
  hosts: z.array(SiteHost).min(1).max(20).optional(),
};

/** Who may read the documents of a source. */
const readers = {
  /** Extra: groups; they take precedence over what a document says of itself. Absent: what each says, else everybody. */
  groups: z.array(Group).min(1).max(64).optional(),
};

export const IngestionSource = z.discriminatedUnion('kind', [
  /** A file or folder on the worker's disk. Documents that are missing from the folder since the last time are deleted. */
  z.strictObject({ kind: z.literal('path'), ...readers, path: z.string().min(1).max(4_096), ...selection }),
  /**
   * The files of a repository at one commit, which each document records. Documents that are missing since the last time are
   * deleted.
   */
  z.strictObject({
    kind: z.literal('git'),
    ...readers,
    repository: RepositoryAddress,
    /** A branch or tag; absent: the repository's default branch. */
    branch: RepositoryRef.optional(),
    /** Only files below this path; absent: everything. */
    path: z.string().min(1).max(4_096).optional(),
    ...selection,
  }),
  /** One page or file of the web. It is deleted when its server reports it as gone. */
  z.strictObject({
    kind: z.literal('url'),
    ...readers,
    url: PageAddress,
    /** Title; absent: the page's own. */
    title: z.string().trim().min(1).max(1_024).optional(),
  }),
  /**
   * The pages below an address that its sitemaps and links name, and the files to which they link, within robots.txt. Pages
   * that the site no longer has or lists are deleted.
   */
  z.strictObject({
    kind: z.literal('site'),
    ...readers,
    /** The first page; the other pages are in its folder. */
    url: PageAddress,
    ...siteLimits,
    ...selection,
  }),
  /**
   * The entries of an RSS, Atom or JSON feed, one document each. Entries that have left the feed stay, because a feed is a
   * window.
   */
  z.strictObject({ kind: z.literal('feed'), ...readers, url: PageAddress }),
  /** A document in the request; `name` is its source and, by its extension, its format. */
  z
    .strictObject({
      kind: z.literal('inline'),
      ...readers,
      name: z.string().min(1).max(1_024),
      content: z.string().max(8_000_000),
      /** Encoding of the file in `content`; absent: text. Use base64 for binary files. */
      encoding: z.enum(['utf-8', 'base64']).optional(),
      /** Extra: title, or "" for none. Absent: the title in the text, or else the name. */
      title: z.string().trim().max(1_024).optional(),
      /** Kept with every passage, for filters. It takes precedence over the document's own metadata. */
      metadata: Metadata.default({}),
    })
    .refine(({ encoding, content }) => encoding !== 'base64' || BASE64.test(content), {
      path: ['content'],
      error: 'is no base64',
    }),
  /** A file that was uploaded before. `name` is its source and, by its extension, its format. */
  z.strictObject({
    kind: z.literal('upload'),
    ...readers,
    uploadId: UploadId,
    name: FileName,
    /** Extra: title, or "" for none. Absent: the title in the text, or else the name. */
    title: z.string().trim().max(1_024).optional(),
    /** As of inline documents. */
    metadata: Metadata.default({}),
  }),
]);
export type IngestionSource = z.output<typeof IngestionSource>;

/** Whether the documents of a source come with the request: they cannot be fetched again, and sending others deletes none of them. */
export function isSentAlong({ kind }: Pick<IngestionSource, 'kind'>): boolean {
  return kind === 'inline' || kind === 'upload';
}
