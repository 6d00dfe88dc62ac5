import { expect, it } from '@jest/globals';
import { counted } from './counted.js';

it.each([
  [counted(0, 'document'), '0 documents'],
  [counted(1, 'entity', 'entities'), '1 entity'],
  [counted(1_204, 'entity', 'entities'), '1,204 entities'],
])('a number with its noun reads "%s"', (said, expected) => expect(said).toBe(expected));
