import { z } from 'zod';
import { ArbiterError } from '../errors.js';

/**
 * What a key may do. `monitor` reads metrics and nothing else. A reader asks and reads; an editor also changes what the library
 * holds; an admin also does what concerns everybody: costs, experiments, calibrations, deleting whole collections.
 */
export const ROLES = ['monitor', 'reader', 'editor', 'admin'] as const;
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

/** Tenants share a server and see nothing of each other. */
export const Tenant = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" and "-"');
export type Tenant = z.output<typeof Tenant>;

/** A group of readers, as documents and keys name it. */
export const Group = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\s,][^\n\r,]*$/, 'must not begin with a space nor hold a comma');

/** Who calls, as a door found out. It travels with the call and every call that is made on its behalf. */
export const Principal = z
  .strictObject({
    /** Of a key, or the subject of a token: for logs, costs and experiments. */
    name: z.string().min(1).max(256),
    role: Role,
    /** The one tenant whose collections and domains it reaches; null: all of them. */
    tenant: Tenant.nullable(),
    /** Groups whose restricted documents it reads; null: every document. */
    groups: z.array(Group).max(256).nullable(),
  })
  // Who changes documents, graphs and changelogs sees in them what all documents say.
  .refine(({ role, groups }) => groups === null || !includesRole(role, 'editor'), {
    error: 'only a reader can be limited to groups: who may change the library reads all of it',
    path: ['groups'],
  });
export type Principal = z.output<typeof Principal>;

/**
 * Who calls as one text: `acme/desk`, or `desk` without a tenant. No two callers have the same, and those of a tenant begin with
 * it and "/".
 */
export function identityOf({ tenant, name }: Pick<Principal, 'tenant' | 'name'>): string {
  const plain = name.replaceAll('%', '%25').replaceAll('/', '%2F');
  return tenant === null ? plain : `${tenant}/${plain}`;
}

/** Whether a role includes another one. */
export function includesRole(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}

/**
 * Whether a caller reaches a collection or domain. Those of tenant `acme` are `acme` and whatever begins with `acme.`: the name
 * alone decides, so that no record can be wrong about it.
 *
 * @param principal null: a caller that nobody had to identify, such as another process of this installation
 */
export function reaches(principal: Pick<Principal, 'tenant'> | null, name: string): boolean {
  const tenant = principal?.tenant ?? null;
  return tenant === null || name === tenant || name.startsWith(`${tenant}.`);
}

/** Key of a document's metadata that names its readers: a group, or a list of groups. Without it, everybody reads the document. */
export const ACCESS_GROUPS = 'access_groups';

/**
 * The groups that may read a document, by its metadata.
 *
 * @returns null for a document that everybody may read
 * @throws ArbiterError INVALID_REQUEST for anything but a group or a list of groups: what was meant must not be guessed
 */
export function accessGroupsOf(metadata: Readonly<Record<string, unknown>>): readonly string[] | null {
  const given = metadata[ACCESS_GROUPS];
  if (given === undefined || given === null) return null;
  const groups = z.union([Group.transform((one) => [one]), z.array(Group).min(1).max(64)]).safeParse(given);
  if (groups.success) return [...new Set(groups.data)].sort();
  const details = { field: ACCESS_GROUPS };
  throw new ArbiterError('INVALID_REQUEST', `"${ACCESS_GROUPS}" must be the name of a group, or a list of 1 to 64.`, {
    details,
  });
}

/**
 * Whether a caller may read a document.
 *
 * @param groups the document's own; null: it is for everybody
 */
export function readsDocument(principal: Pick<Principal, 'groups'> | null, groups: readonly string[] | null): boolean {
  const own = principal?.groups ?? null;
  return own === null || groups === null || groups.some((group) => own.includes(group));
}

/** Of names of collections or domains those that a caller reaches. */
export function reachable<T extends string>(principal: Pick<Principal, 'tenant'> | null, names: readonly T[]): T[] {
  return names.filter((name) => reaches(principal, name));
}
