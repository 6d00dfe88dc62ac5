import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '@arbiter/contracts';
import { sourceOf } from '../../test/claim-support.js';
import { startValidator, validated, type StartedValidator } from '../../test/validator.arm.js';

const request = {
  query: 'Who keeps the lamp?',
  answer: 'Mara Fell keeps the lamp.',
  sources: [sourceOf('lamp', 'Mara Fell keeps the lamp.', { title: 'Gull Point', page: 12, section: 'Keepers' })],
};

describe('decisions of the validator arm', () => {
  let arm: StartedValidator;
  beforeAll(async () => {
    arm = await startValidator();
  }, 60_000);
  afterAll(() => arm.close());

  it('are made once per request, and explained with what they rest on', async () => {
    const [first, second] = [await validated(arm, request), await validated(arm, request)];
    expect([first.cache, second.cache]).toEqual(['miss', 'hit']);
    expect(second.result).toEqual(first.result);
    expect(first.result.explanation).toContain('- "Mara Fell keeps the lamp." — Gull Point (p. 12, § Keepers)');
    const other = await validated(arm, { ...request, query: 'Who keeps the lamp of Gull Point?' });
    expect(other.cache).toBe('miss');
  });

  it('tell no caller, tenant or group that another one asked the same', async () => {
    const asked = { ...request, query: 'Who keeps the lamp at night?' };
    const ann: Principal = { name: 'ann', role: 'reader', tenant: 'acme', groups: ['crew'] };
    await validated(arm, asked, ann);
    const others = [null, { ...ann, name: 'bob' }, { ...ann, tenant: 'zenith' }, { ...ann, groups: [] }];
    for (const other of others) expect((await validated(arm, asked, other)).cache).toBe('miss');
    expect((await validated(arm, asked, ann)).cache).toBe('hit');
  });

  it('are written down without what was asked and answered', async () => {
    await validated(arm, { ...request, query: 'Who weeds the garden?' });
    const file = join(arm.dataDirectory, 'validator', 'decisions.jsonl');
    let written = '';
    for (let tries = 0; tries < 100 && !written.includes('validate'); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      written = await readFile(file, 'utf8').catch(() => '');
    }
    const [line] = written.split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ operation: 'validate', claims: 1, unsupported: 0, cached: false });
    expect(written).not.toMatch(/Mara|lamp|garden/);
  });
});
