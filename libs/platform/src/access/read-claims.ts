import { ArbiterError, Group, includesRole, type Principal, type Role, Tenant } from '@arbiter/contracts';
import { z } from 'zod';

/** Which claims say what a token may do. */
export interface ClaimSettings {
  readonly roleClaim: string;
  /** Values of that claim, and the role that each gives. */
  readonly roles: ReadonlyMap<string, Role>;
  /** undefined: tokens are of no tenant, and reach all. */
  readonly tenantClaim: string | undefined;
  /** undefined: tokens read every document. Those of editors and admins do in any case. */
  readonly groupsClaim: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** As Principal bounds them. */
const MAX_SUBJECT = 240;
const MAX_GROUPS = 256;

/** In these claims one text holds several values (RFC 8693, 4.2; `scp` is what some providers call it). */
const SPACE_SEPARATED: ReadonlySet<string> = new Set(['scope', 'scp']);

/**
 * Who a token speaks for. What a token does not say is never read as "everything".
 *
 * @param claims of a token whose signature, issuer, audience and time are good
 * @throws ArbiterError FORBIDDEN when no value of the role claim is mapped, the tenant is missing where it has to be there, or
 *   a claim has a form that cannot be understood
 */
export function principalOfClaims(claims: Claims, settings: ClaimSettings): Principal {
  const role = roleOf(claims, settings);
  // Who may change the library reads all of it, as Principal has it.
  const groupsClaim = includesRole(role, 'editor') ? undefined : settings.groupsClaim;
  return {
    name: nameOf(claims),
    role,
    tenant: settings.tenantClaim === undefined ? null : tenantOf(claims, settings.tenantClaim),
    groups: groupsClaim === undefined ? null : groupsOf(claims, groupsClaim),
  };
}

/** Of another space than the names of keys: nobody becomes the owner of a key's sessions by being called like it. */
function nameOf({ sub }: Claims): string {
  if (typeof sub === 'string' && sub !== '' && sub.length <= MAX_SUBJECT) return `oidc:${sub}`;
  throw forbidden(`This token names no subject of 1 to ${MAX_SUBJECT} characters.`);
}

function roleOf(claims: Claims, { roleClaim, roles }: ClaimSettings): Role {
  const values = valuesOf(claims, roleClaim);
  const mapped = values.flatMap((value) => roles.get(value) ?? []);
  const [first, ...others] = mapped;
  if (first === undefined) {
    throw forbidden(`No value of this token's claim "${roleClaim}" gives a role here: the operator maps them.`);
  }
  return others.reduce((best, role) => (includesRole(role, best) ? role : best), first);
}

function tenantOf(claims: Claims, name: string): Tenant {
  const parsed = Tenant.safeParse(claimAt(claims, name));
  if (parsed.success) return parsed.data;
  throw forbidden(`This token's claim "${name}" names no tenant: one text of letters, digits, "_" and "-".`);
}

function groupsOf(claims: Claims, name: string): string[] {
  const parsed = z
    .array(Group)
    .max(MAX_GROUPS)
    .safeParse([...new Set(valuesOf(claims, name))]);
  if (parsed.success) return parsed.data;
  throw forbidden(
    `This token's claim "${name}" cannot be read: at most ${MAX_GROUPS} groups, none with a comma or of over 128 characters.`,
  );
}

/** A text is a list of one, and an absent claim one of none. */
function valuesOf(claims: Claims, name: string): string[] {
  const claim = claimAt(claims, name);
  if (claim === undefined || claim === null) return [];
  if (typeof claim === 'string') return SPACE_SEPARATED.has(name) ? claim.split(' ').filter(Boolean) : [claim];
  if (Array.isArray(claim) && claim.every((value) => typeof value === 'string')) return claim;
  throw forbidden(`This token's claim "${name}" is neither a text nor a list of texts.`);
}

/** The claim of that very name, such as `https://example.com/roles`; else a path with dots: `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

function forbidden(message: string): ArbiterError {
  return new ArbiterError('FORBIDDEN', message);
}
