/** Ports of the two schemes, which need not be named. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether an operator's list holds the host of an address: `example.org` that host, `*.example.org` every host below it,
 * each at the usual port of its scheme, `example.org:8443` at that one.
 */
export function isAllowedHost({ hostname, port, protocol }: URL, allowed: readonly string[]): boolean {
  const usual = DEFAULT_PORTS[protocol];
  const actual = port === '' ? usual : port;
  return allowed.some((entry) => {
    const [, pattern = '', named = usual] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    if (pattern === '' || named !== actual) return false;
    return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
  });
}
