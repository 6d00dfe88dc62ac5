import { describe, expect, it } from '@jest/globals';
import { isShortFor } from './short-for.js';

describe('a column of a profile', () => {
  it.each([
    ['T', 'Toughness'],
    ['SV', 'Save'],
    ['LD', 'leadership'],
    ['OC', 'Objective Control'],
    ['W', 'wounds'],
    ['Brv', 'bravery'],
    ['WS', 'weapon skill'],
    ['Nerve', 'nerve'],
  ])('%s is what %s asks for', (short, word) => {
    expect(isShortFor(short, word)).toBe(true);
  });

  it.each([
    ['T', 'Wounds'],
    ['W', 'weapons'],
    ['M', 'models'],
    ['T', 'tactics'],
    ['SV', 'survivability'],
    ['W', 'Weapon Skill'],
    ['Nerve', 'Ne'],
    ['Keywords', 'Keywards'],
    ['', 'Save'],
  ])('%s is not what %s asks for', (short, word) => {
    expect(isShortFor(short, word)).toBe(false);
  });
});
