import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { DomainConfig, DomainSources } from '@arbiter/contracts';

const DOMAINS = dirname(dirname(fileURLToPath(import.meta.url)));
/** The model that comes with Arbiter: every pack here must work on a machine that has nothing else. */
const SHIPPED_MODEL = { embeddingModel: 'bge-small-en-v1.5', dimensions: 384 };

const packs = readdirSync(DOMAINS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(DOMAINS, entry.name, 'config.json')))
  .map(({ name }) => name);

const jsonOf = (...path: string[]): unknown => JSON.parse(readFileSync(join(DOMAINS, ...path), 'utf8'));

it('ships the template, the sample campaign and the roster game', () => {
  expect(packs).toEqual(expect.arrayContaining(['generic', 'lantern-coast', 'warhammer-40k']));
});

describe.each(packs)('the pack %s', (name) => {
  const config = DomainConfig.safeParse(jsonOf(name, 'config.json'));
  const sourcesFile = join(name, config.data?.ingestion.sources ?? 'sources.json');
  const sources = DomainSources.safeParse(existsSync(join(DOMAINS, sourcesFile)) ? jsonOf(sourcesFile) : {});

  it('has a configuration by the contract, under the name of its folder', () => {
    expect(config.error?.issues ?? []).toEqual([]);
    expect(config.data?.domain).toBe(name);
  });

  it('needs no model but the shipped one', () => {
    expect({ ...SHIPPED_MODEL, ...config.data?.vectorDatabase }).toMatchObject(SHIPPED_MODEL);
  });

  it('names sources by the contract that are there and lie inside it', () => {
    expect(sources.error?.issues ?? []).toEqual([]);
    for (const { path } of sources.data?.files ?? []) {
      expect(relative(join(DOMAINS, name), realpathSync(join(DOMAINS, name, path)))).not.toMatch(/^\.\./);
    }
  });

  it('declares the collections that its sources are routed to', () => {
    const routed = (sources.data?.files ?? []).flatMap(({ type }) => (type === undefined ? [] : [`${name}_${type}`]));
    expect(config.data?.vectorDatabase.collections ?? [name]).toEqual(expect.arrayContaining(routed));
  });
});
