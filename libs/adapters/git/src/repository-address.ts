/** Where a repository is, for the program and for the check of its host. */
export interface ParsedAddress {
  /** As git names it. */
  readonly protocol: 'https' | 'http' | 'ssh' | 'file';
  /** Null on this disk. */
  readonly host: { readonly name: string; readonly port: number } | null;
}

const DEFAULT_PORTS = { https: 443, http: 80, ssh: 22 } as const;
const SCP_ADDRESS = /^[\w.-]+@([\w.-]+):/;

/** @param address as `RepositoryAddress` of the contracts has it */
export function parseAddress(address: string): ParsedAddress {
  if (address.startsWith('/')) return { protocol: 'file', host: null };
  const short = SCP_ADDRESS.exec(address);
  if (short?.[1] !== undefined) return { protocol: 'ssh', host: { name: short[1], port: DEFAULT_PORTS.ssh } };
  const { protocol, hostname, port } = new URL(address);
  const scheme = protocol === 'https:' ? 'https' : protocol === 'http:' ? 'http' : 'ssh';
  return { protocol: scheme, host: { name: hostname, port: port === '' ? DEFAULT_PORTS[scheme] : Number(port) } };
}
