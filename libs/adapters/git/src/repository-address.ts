import { ArbiterError, formatRemoteRepository, parseRemoteRepository } from '@arbiter/contracts';

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
