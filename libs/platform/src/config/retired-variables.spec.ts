import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defineConfig, variable } from './define-config.js';
import { loadConfig } from './load-config.js';
import { describeRetired, retiredVariables } from './retired-variables.js';
import { portNumber } from './value-schemas.js';

const DEFINITION = defineConfig({
  app: 'lamp-arm',
  section: 'lamp_arm',
  variables: { port: variable({ env: 'LAMP_PORT', schema: portNumber(), default: 8006, description: 'Port.' }) },
  retired: { LAMP_OIL: { key: 'oil', now: 'LAMP_FUEL' }, LAMP_WICK: 'wick', LAMP_GLASS: 'globe.glass' },
});

describe('a retired variable', () => {
  let cwd: string;
  const configFile = 'config.yaml';
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'arbiter-retired-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  const write = (text: string): void => writeFileSync(join(cwd, configFile), text);

  it('changes nothing in a file or the environment, and is named with both', () => {
    write('lamp_arm: { port: 8007, oil: whale }\n');
    const sources = { env: { LAMP_OIL: 'seal', LAMP_WICK_FILE: 'wick.txt', LAMP_WICK: '' }, cwd, configFile };
    expect(loadConfig(DEFINITION, sources).values).toEqual({ port: 8007 });
    expect(retiredVariables(sources, [DEFINITION])).toEqual([
      'LAMP_OIL (now LAMP_FUEL)',
      'lamp_arm.oil (now LAMP_FUEL)',
      'LAMP_WICK_FILE',
    ]);
  });

  it('is named in `common`, and in a part of a section, once for all apps', () => {
    write('common: { oil: whale }\nlamp_arm: { globe: { glass: clear } }\n');
    const sources = { env: {}, cwd, configFile };
    expect(loadConfig(DEFINITION, sources).values).toEqual({ port: 8006 });
    expect(retiredVariables(sources, [DEFINITION, DEFINITION])).toEqual([
      'common.oil (now LAMP_FUEL)',
      'lamp_arm.globe.glass',
    ]);
  });

  it('is not told of where it is not given', () => {
    write('lamp_arm: { port: 8007 }\nother_arm: { oil: whale }\n');
    expect(retiredVariables({ env: { LAMP_OIL: '' }, cwd, configFile }, [DEFINITION])).toEqual([]);
  });

  it('excuses no other unknown key', () => {
    write('lamp_arm: { oils: whale }\n');
    expect(() => loadConfig(DEFINITION, { env: {}, cwd, configFile })).toThrow('lamp_arm.oils: no such key');
  });

  it('cannot be read as well', () => {
    expect(() => defineConfig({ ...DEFINITION, retired: { LAMP_PORT: 'harbour' } })).toThrow(RangeError);
    expect(() => defineConfig({ ...DEFINITION, retired: { LAMP_HARBOUR: 'port' } })).toThrow(RangeError);
  });
});

describe('describeRetired', () => {
  it('says what to do', () => {
    expect(describeRetired(['LAMP_OIL'])).toBe('Nothing reads LAMP_OIL any more: take it out.');
    expect(describeRetired(['LAMP_OIL', 'lamp_arm.oil'])).toBe(
      'Nothing reads LAMP_OIL, lamp_arm.oil any more: take them out.',
    );
  });
});
