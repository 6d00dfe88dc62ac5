import { z } from 'zod';
import { Group, Role, Tenant } from '../access/principal.js';
import { defineOperation } from '../operation/define-operation.js';

export const KeyName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/, 'must be 1 to 128 letters, digits, ".", "_", "@" and "-"');

/** A time in the life of a key. */
export const KeyMoment = z.iso.datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' });

/** A key of the keys file, without anything that could be used. */
export const DescribedKey = z.strictObject({
  /** Unique in its tenant. */
  name: KeyName,
  role: Role,
  /** null: it reaches all tenants. */
  tenant: Tenant.nullable(),
  /** Whose restricted documents it reads; null: every document. */
  groups: z.array(Group).nullable(),
  /** null: it holds until it is revoked. */
  expires: KeyMoment.nullable(),
  expired: z.boolean(),
  created: KeyMoment,
});
export type DescribedKey = z.output<typeof DescribedKey>;

/** The tenant of a key; an admin of a tenant names none, or its own. */
const KeyTenant = Tenant.optional();

export const listKeys = defineOperation({
  name: 'orchestrator.list-keys',
  summary: 'The keys of clients, without anything that could be used; an admin of a tenant sees those of the tenant.',
  input: z.strictObject({}),
  output: z.strictObject({ keys: z.array(DescribedKey) }),
  errors: ['NOT_FOUND'],
  role: 'admin',
  idempotent: true,
  http: { method: 'GET', path: '/v1/keys' },
  examples: { all: {} },
});

export const createKey = defineOperation({
  name: 'orchestrator.create-key',
  summary: 'Make a key. It is answered this once, and the server admits it within a second.',
  input: z.strictObject({
    name: KeyName,
    role: Role.default('reader'),
    tenant: KeyTenant,
    /** Absent: it reads every document. Only readers have groups. */
    groups: z.array(Group).max(256).optional(),
    /** Absent: it holds until it is revoked. */
    expires: KeyMoment.optional(),
  }),
  output: z.strictObject({ ...DescribedKey.shape, key: z.string() }),
  errors: ['CONFLICT', 'NOT_FOUND'],
  role: 'admin',
  idempotent: false,
  http: { method: 'POST', path: '/v1/keys', status: 201 },
  examples: {
    'for a client of a tenant': { name: 'desk', tenant: 'acme', groups: ['staff'], expires: '2099-01-31T00:00:00Z' },
    'for an editor': { name: 'scribe', role: 'editor' },
  },
});

export const revokeKey = defineOperation({
  name: 'orchestrator.revoke-key',
  summary: 'No longer admit a key, within a second; the sessions of pages that show it end with it.',
  input: z.strictObject({ name: KeyName, tenant: KeyTenant }),
  output: DescribedKey,
  errors: ['CONFLICT', 'NOT_FOUND'],
  role: 'admin',
  idempotent: true,
  http: { method: 'DELETE', path: '/v1/keys/{name}' },
  examples: { 'of a tenant': { name: 'desk', tenant: 'acme' } },
});
