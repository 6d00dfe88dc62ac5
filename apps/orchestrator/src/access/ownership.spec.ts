import { describe, expect, it } from '@jest/globals';
import type { Principal } from '@arbiter/contracts';
import { haveSameOwner, maySeeAnswersOf, ownSession, shownSession } from './ownership.js';

const desk: Principal = { name: 'desk', role: 'reader', tenant: 'acme', groups: null };
const gate: Principal = { ...desk, name: 'gate' };

describe('a session', () => {
  it('is kept under an id of its caller, who knows it by the one it chose', () => {
    const kept = ownSession(desk, 's-1');
    expect(kept).toMatch(/^[0-9a-f]{16}-s-1$/);
    expect(shownSession(desk, kept)).toBe('s-1');
    expect(ownSession(desk, 's-1')).toBe(kept);
    expect(ownSession(gate, 's-1')).not.toBe(kept);
    expect(ownSession({ ...desk, tenant: 'other' }, 's-1')).not.toBe(kept);
    expect(ownSession(null, 's-1')).toBe('s-1');
    expect(shownSession(null, kept)).toBe(kept);
  });

  it('of another cannot be named by spelling out how it is kept', () => {
    const kept = ownSession(gate, 's-1');
    expect(ownSession(desk, kept)).not.toBe(kept);
  });

  it('has an id that leaves room for its owner', () => {
    expect(ownSession(desk, 'x'.repeat(111))).toHaveLength(128);
    expect(() => ownSession(desk, 'x'.repeat(112))).toThrow('111');
    expect(ownSession(null, 'x'.repeat(128))).toHaveLength(128);
  });

  it('shares what was learnt with those of its owner alone', () => {
    expect(haveSameOwner(ownSession(desk, 'a'), ownSession(desk, 'b'))).toBe(true);
    expect(haveSameOwner(ownSession(desk, 'a'), ownSession(gate, 'a'))).toBe(false);
    expect(haveSameOwner(ownSession(desk, 'a'), 'a')).toBe(false);
    expect(haveSameOwner('a', null)).toBe(true);
  });
});

describe('answers', () => {
  it.each([
    ['its own', desk, 'acme/desk', true],
    ['those of a colleague', desk, 'acme/gate', false],
    ['those of a colleague, as an admin', { ...desk, role: 'admin' as const }, 'acme/gate', true],
    ['those of another tenant, as an admin', { ...desk, role: 'admin' as const }, 'other/gate', false],
    ['those of a tenant of a longer name', { ...desk, role: 'admin' as const }, 'acme2/gate', false],
    ['those of nobody in particular', { ...desk, role: 'admin' as const }, null, false],
    ['all, as an admin of all tenants', { ...desk, role: 'admin' as const, tenant: null }, null, true],
    ['all, as the operator', null, 'other/gate', true],
  ])('a caller sees %s: %#', (_, caller, identity, expected) => {
    expect(maySeeAnswersOf(caller, identity)).toBe(expected);
  });
});
