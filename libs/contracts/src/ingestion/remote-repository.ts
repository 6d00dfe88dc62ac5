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
