import { describe, expect, it } from '@jest/globals';
import { ArbiterError, DomainConfig } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { InMemoryDomainCatalog } from '@arbiter/ports/testing';
import { resolveScope } from './read-question.js';

const pack = {
  ...{ config: DomainConfig.parse({ domain: 'game', version: '1' }), sources: [], prompts: [] },
  collections: ['game_units', 'game_rules', 'game_lore'],
};

const { signal } = new AbortController();

/** A library that holds some collections, or of which nobody can say which. */
function libraryOf(held: readonly string[] | null) {
  const listed = { collections: (held ?? []).map((name) => ({ manifest: { name } })) };
  const away = new ArbiterError('UNAVAILABLE', 'away');
  return { request: () => (held ? Promise.resolve(listed) : Promise.reject(away)) } as never;
}

/** The collections of a domain that are asked. */
async function askedOf(held: readonly string[] | null, collections?: string[]) {
  const ports = { domains: new InMemoryDomainCatalog([pack]), client: libraryOf(held) };
  const request = { domain: 'game', ...(collections && { collections }) };
  return (await resolveScope(ports, request, { signal } as OperationContext)).value.collections;
}

describe('the scope of a question to a domain', () => {
  it('is those of its collections that have been ingested', async () => {
    expect(await askedOf(['game_units', 'other'])).toEqual(['game_units']);
    expect(await askedOf(['game_lore', 'game_units', 'game_rules'])).toEqual(pack.collections);
  });

  it('is all of them where none has been, or nobody can say', async () => {
    expect(await askedOf([])).toEqual(pack.collections);
    expect(await askedOf(null)).toEqual(pack.collections);
  });

  it('is what the question names, whatever is there', async () => {
    expect(await askedOf(['game_units'], ['game_rules'])).toEqual(['game_rules']);
  });
});
