import { describe, expect, it } from '@jest/globals';
import { closestNamed, otherNumber } from './closest-named.js';

const NAMES = [
  ...['Chaos Terminator Squad', 'Captain in Terminator Armour', 'Terminator Squad', 'Monolith', 'Custodian Guard'],
  ...['Necron Warriors', 'Overlord', 'Lord [Legends]', 'Eldar Sentry', 'C’tan Shard of the Void Dragon'],
  ...['Lightning Fighter'],
];
const closest = (name: string) => closestNamed(NAMES, name, (one) => [one]);

describe('the name that is meant', () => {
  it.each([
    ['Terminator', 'Terminator Squad'],
    ['terminators', 'Terminator Squad'],
    ['Monoliths', 'Monolith'],
    ['Custodian Guards', 'Custodian Guard'],
    ['Necron Warrior', 'Necron Warriors'],
    ['lord', 'Lord [Legends]'],
    ['sentries', 'Eldar Sentry'],
    ['void dragon', 'C’tan Shard of the Void Dragon'],
  ])('%s is %s', (name, meant) => {
    expect(closest(name)).toBe(meant);
  });

  it.each(['Dragoon', '', '?', 'Monolithic', 'light', 'lightning fight'])('is none for %j', (name) => {
    expect(closest(name)).toBeUndefined();
  });
});

describe('a name in the other number', () => {
  it.each([
    ['Monolith', 'Monoliths'],
    ['Necron Warriors', 'Necron Warrior'],
    ['Sentry', 'Sentries'],
    ['Witch', 'Witches'],
  ])('of %s is %s', (name, other) => {
    expect(otherNumber(name)).toBe(other);
  });
});
