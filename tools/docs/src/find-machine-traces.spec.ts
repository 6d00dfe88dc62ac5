import { describe, expect, it } from '@jest/globals';
import { findMachineTraces } from './find-machine-traces.js';

/** Put together here, so that this file holds none itself. */
const joined = (...parts: string[]): string => parts.join('');

describe('findMachineTraces', () => {
  it.each([
    joined('/ho', 'me/ada/notes'),
    joined('(/ro', 'ot/.cache)'),
    joined('"/Us', 'ers/ada"'),
    joined('C:', '\\Users\\ada'),
    joined('cwd: /wo', 'rk/main'),
    joined('"resolved": "https://regi', 'stry.npmjs.org/zod/-/zod-4.6.7.tgz"'),
    joined('https://npm.artifact', 'ory.example/api'),
  ])('finds %p', (text) => {
    expect(findMachineTraces(text)).toHaveLength(1);
  });

  it.each([
    '~/notes',
    '/srv/library',
    '/tmp/x',
    '/home/me/notes',
    'https://example.org/home/x',
    'src/home/page.ts',
    'metrics.registry.get()',
    '/home',
  ])('accepts %p', (text) => {
    expect(findMachineTraces(text)).toEqual([]);
  });
});
