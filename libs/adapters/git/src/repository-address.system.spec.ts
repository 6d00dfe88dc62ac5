import { execFileSync } from 'node:child_process';
import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAddress, type ParsedAddress } from './git-repository.loader.js';

/** How git itself reads an address: it prints its parts instead of connecting. */
function readByGit(address: string): { host: string; port: string } {
  const told = execFileSync('git', ['fetch-pack', '--diag-url', address], { encoding: 'utf8', stdio: 'pipe' });
  const part = (name: string) => new RegExp(`^Diag: ${name}=(.*)$`, 'm').exec(told)?.[1] ?? '';
  return { host: part('userandhost').replace(/^.*@/, ''), port: part('port').replace('NONE', '22') };
}

function parsed(address: string): ParsedAddress | null {
  try {
    return parseAddress(address);
  } catch (error) {
    if (error instanceof ArbiterError) return null;
    throw error;
  }
}

/** Pieces that readers of addresses have disagreed about, in any order. */
const hostileAddress = fc
  .tuple(
    fc.constantFrom('ssh://', 'git@', ''),
    fc.array(
      fc.oneof(
        {
          arbitrary: fc.constantFrom('127.0.0.1', '8.8.8.8', 'git.example', 'x', '[::1]', '4491', '0x7f.1'),
          weight: 3,
        },
        {
          arbitrary: fc.constantFrom('@', ':', '/', '\\', '?', '#', '%3A', '%2F', '%40', '%5C', '%', '-', '..'),
          weight: 3,
        },
      ),
      { minLength: 1, maxLength: 7 },
    ),
    fc.constantFrom('', '/y.git', ':y.git'),
  )
  .map(([scheme, pieces, end]) => `${scheme}${pieces.join('')}${end}`);

describe('the address that git gets', () => {
  it('leads git to the host and port that were checked, however the given one was written', () => {
    let taken = 0;
    const property = fc.property(hostileAddress, (address) => {
      const mine = parsed(address);
      if (mine?.host == null) return;
      taken += 1;
      const { host, port } = readByGit(mine.canonical);
      expect({ host, port: Number(port) }).toEqual({
        host: mine.host.name.replace(/^\[|\]$/g, ''),
        port: mine.host.port,
      });
    });
    fc.assert(property, { numRuns: 3_000, seed: 42 });
    expect(taken).toBeGreaterThan(50);
  });

  it.each(['http://1.1.1.1\\@127.0.0.1:4490/x.git', 'ssh://127.0.0.1%3A4491%2Fx@8.8.8.8/y.git'])(
    'is refused for %s, which git reads otherwise than the check of hosts',
    (address) => {
      expect(() => parseAddress(address)).toThrow(ArbiterError);
    },
  );
});
