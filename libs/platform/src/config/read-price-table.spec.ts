import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPriceTable } from './value-schemas.js';

const table = { currency: 'USD', models: { 'v/small': { input: 1, output: 2 } } };

describe('MODEL_PRICES', () => {
  it('is a file or the table itself, and may be absent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbiter-prices-'));
    await writeFile(join(folder, 'prices.json'), JSON.stringify(table));
    expect(await readPriceTable('prices.json', folder)).toEqual(table);
    expect(await readPriceTable(JSON.stringify(table), folder)).toEqual(table);
    expect(await readPriceTable(undefined, folder)).toBeNull();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a file that is not there', 'no-such-file.json', 'MODEL_PRICES: there is no file'],
    ['a price below 0', '{"currency":"USD","models":{"v/m":{"input":-1,"output":1}}}', 'at models.v/m.input'],
    ['no currency', '{"models":{}}', 'at currency'],
    ['a torn table', '{"currency":', 'is no price table'],
  ])('is refused as %s', async (_, setting, message) => {
    await expect(readPriceTable(setting, tmpdir())).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message),
    });
  });
});
