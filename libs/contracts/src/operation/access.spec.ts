import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { OPERATIONS } from '../operations.js';
import { CollectionName } from '../passage.js';
import type { AnyOperation } from './define-operation.js';
import { search } from '../retriever/search.operation.js';
import { assertMayCall, assertMaySee } from './admit.js';
import { collectionsNamedIn } from '../access/collection-paths.js';
import {
  accessGroupsOf,
  identityOf,
  includesRole,
  Principal,
  reachable,
  reaches,
  readsDocument,
  ROLES,
} from '../access/principal.js';

/** Their inputs say in a word what was found where, and nothing is read or looked up by it. */
const DESCRIBE_ONLY = ['planner.decide', 'validator.detect'];

const reader: Principal = { name: 'desk', role: 'reader', tenant: 'acme', groups: null };

/** Keys of a schema, in JSON Schema, that are named like something that names collections or domains. */
function suspiciousKeys(node: unknown, path: readonly string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) => {
    const own = /^(?:collection|domain|knowledge_base)/.test(key) && path.at(-1) === 'properties' ? [key] : [];
    return [...own, ...suspiciousKeys(inner, [...path, key])];
  });
}

/** A value with a name at every place that a schema calls so, and how many places there are. */
function fillNames(schema: z.ZodType): number {
  let places = 0;
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: 'input',
    override: ({ zodSchema }) => {
      if (zodSchema === (CollectionName as unknown)) places += 1;
    },
  });
  return places;
}

describe('the tenant of a name', () => {
  it.each([
    ['acme', true],
    ['acme.notes', true],
    ['acme.a.b', true],
    ['acmenotes', false],
    ['acme-notes', false],
    ['Acme.notes', false],
    ['other.acme', false],
    ['notes', false],
  ])('reaches %s: %s', (name, expected) => {
    expect(reaches(reader, name)).toBe(expected);
    expect(reachable(reader, [name])).toEqual(expected ? [name] : []);
    expect(reaches({ tenant: null }, name)).toBe(true);
    expect(reaches(null, name)).toBe(true);
  });
});

describe('a principal', () => {
  it('is named so that no two are the same, and those of a tenant begin alike', () => {
    const names = [
      { tenant: null, name: 'acme/desk' },
      { tenant: 'acme', name: 'desk' },
      { tenant: null, name: 'acme%2Fdesk' },
      { tenant: 'acme', name: 'a/desk' },
    ].map(identityOf);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith('acme/'))).toEqual(['acme/desk', 'acme/a%2Fdesk']);
  });

  it('of a role has those below it, and only a reader is limited to groups', () => {
    expect(ROLES.map((role) => includesRole('editor', role))).toEqual([true, true, true, false]);
    expect(Principal.safeParse({ ...reader, groups: ['crew'] }).success).toBe(true);
    expect(Principal.safeParse({ ...reader, role: 'editor', groups: ['crew'] }).success).toBe(false);
  });
});

describe('the groups of a document', () => {
  it.each([
    [{}, null],
    [{ access_groups: null }, null],
    [{ access_groups: 'crew' }, ['crew']],
    [{ access_groups: ['crew', 'board', 'crew'] }, ['board', 'crew']],
  ])('%j: %j', (metadata, groups) => {
    expect(accessGroupsOf(metadata)).toEqual(groups);
  });

  it.each([[[]], [7], [{ crew: true }], [['']], [['a,b']], [[['crew']]]])(
    '%j are none, and not nobody in particular',
    (given) => {
      expect(() => accessGroupsOf({ access_groups: given })).toThrow('access_groups');
    },
  );

  it('let a document be read by whoever is in one of them', () => {
    expect(readsDocument({ groups: ['crew'] }, ['board', 'crew'])).toBe(true);
    expect(readsDocument({ groups: [] }, ['crew'])).toBe(false);
    expect(readsDocument({ groups: [] }, null)).toBe(true);
    expect(readsDocument({ groups: null }, ['crew'])).toBe(true);
    expect(readsDocument(null, ['crew'])).toBe(true);
  });
});

describe('names of collections in a value', () => {
  const schema = z.object({
    collection: CollectionName.optional(),
    many: z.array(CollectionName).default([]),
    deep: z.array(z.object({ at: z.union([z.object({ domain: CollectionName }), z.object({ other: z.string() })]) })),
    byName: z.record(z.string(), z.object({ in: CollectionName.nullable() })),
    free: z.string(),
  });

  it('are found wherever the schema has them, and nowhere else', () => {
    const value = {
      collection: 'a',
      many: ['b', 'c'],
      deep: [{ at: { domain: 'd' } }, { at: { other: 'x' } }],
      byName: { one: { in: 'e' }, two: { in: null } },
      free: 'y',
    };
    expect([...collectionsNamedIn(schema, value)].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([...collectionsNamedIn(schema, { deep: null })]).toEqual([]);
  });

  it.each(
    OPERATIONS.filter(({ name }) => !DESCRIBE_ONLY.includes(name)).map(
      (operation) => [operation.name, operation] as const,
    ),
  )('%s calls them so in its input, whatever the field is named', (_, { input }) => {
    const keys = suspiciousKeys(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }));
    // Equal schemas are described once for each place.
    if (keys.length > 0) expect(fillNames(input)).toBeGreaterThan(0);
  });
});

describe('what a caller may call and see', () => {
  const denied = (operation: AnyOperation, input: unknown, who: Principal | null) => {
    try {
      assertMayCall(operation, input, who);
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('is told to people without names of operations', () => {
    const asked = () => assertMayCall(search, { query: 'x' }, { ...reader, role: 'monitor' });
    expect(asked).toThrow('Only somebody with the role reader may do this.');
  });

  it('follows from role and tenant; whoever nobody had to identify may all', () => {
    const asked = { query: 'x', knowledge_bases: ['acme.notes', 'other.notes'] };
    expect(denied(search, asked, null)).toBeNull();
    expect(denied(search, asked, { ...reader, tenant: null })).toBeNull();
    expect(denied(search, { ...asked, knowledge_bases: ['acme.notes'] }, reader)).toBeNull();
    expect(denied(search, asked, reader)).toBe('FORBIDDEN');
    expect(denied(search, { query: 'x' }, { ...reader, role: 'monitor' })).toBe('FORBIDDEN');
  });

  it('is nothing that names a collection of another tenant, as if it were not there', () => {
    const output = z.object({ found: z.array(z.object({ collection: CollectionName })) });
    const see = (name: string) => () => assertMaySee(search, output, { found: [{ collection: name }] }, reader);
    expect(see('acme.notes')).not.toThrow();
    expect(see('other.notes')).toThrow('no such thing');
  });
});
