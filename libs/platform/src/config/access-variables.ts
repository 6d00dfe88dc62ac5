import { Role } from '@arbiter/contracts';
import { z } from 'zod';
import { variable } from './define-config.js';
import { commaList, text } from './value-schemas.js';
import { isLoopback } from '../http/addresses.js';

const DEFAULT_ROLE_CLAIM = 'roles';

/** Who may call besides the operator; spread into the variables that every app has. */
export const accessVariables = {
  keysFile: variable({
    env: 'ARBITER_KEYS_FILE',
    schema: text(),
    values: 'path of a JSON or YAML file',
    description: 'Keys of clients (`arbiter keys --create`). Changes hold without a restart.',
    common: true,
  }),
  oidcIssuer: variable({
    env: 'OIDC_ISSUER',
    schema: text().refine(isIssuer),
    values: 'https URL, on this machine also http',
    description:
      'OpenID Connect provider whose tokens (JWT) are admitted, exactly as it calls itself. It needs OIDC_AUDIENCE and OIDC_ROLES.',
    common: true,
  }),
  oidcAudience: variable({
    env: 'OIDC_AUDIENCE',
    schema: commaList().refine((members) => members.length > 0),
    values: 'comma-separated list',
    description: 'For whom a token must have been issued (`aud`).',
    common: true,
  }),
  oidcTokenTypes: variable({
    env: 'OIDC_TOKEN_TYPES',
    schema: commaList().refine((members) => members.length > 0),
    default: ['at+jwt', 'JWT'],
    values: 'comma-separated list',
    description:
      'Types of tokens that are admitted (`typ`; none is a `JWT`). Only `at+jwt` tells access tokens for certain.',
    common: true,
  }),
  oidcRoleClaim: variable({
    env: 'OIDC_ROLE_CLAIM',
    schema: text(),
    default: DEFAULT_ROLE_CLAIM,
    values: 'name of a claim, or a path to it such as realm_access.roles',
    description: 'Claim that OIDC_ROLES reads: a text or a list.',
    common: true,
  }),
  oidcRoles: variable({
    env: 'OIDC_ROLES',
    schema: roleMapping(),
    values: 'comma-separated list such as arbiter-admin=admin,staff=reader',
    description: 'Roles by values of OIDC_ROLE_CLAIM; the highest counts. A token without any is refused.',
    common: true,
  }),
  oidcTenantClaim: variable({
    env: 'OIDC_TENANT_CLAIM',
    schema: text(),
    values: 'name of a claim, or a path to it',
    description: 'Claim with the tenant; a token without it is refused. Unset, tokens reach every tenant.',
    common: true,
  }),
  oidcGroupsClaim: variable({
    env: 'OIDC_GROUPS_CLAIM',
    schema: text(),
    values: 'name of a claim, or a path to it',
    description: 'Claim with the groups whose restricted documents a token reads. Unset, tokens read all.',
    common: true,
  }),
};

/** As OpenID Connect Discovery 1.0 (section 2) has it, without query and fragment; over http only where nobody listens. */
function isIssuer(given: string): boolean {
  return !/[?#]/.test(given) && isTrustworthyUrl(given);
}

/** Whether what comes from an address can be believed: over TLS, or from this machine. */
export function isTrustworthyUrl(given: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** `arbiter-admin=admin,staff=reader`, in the file also a mapping. The name before the last "=" is the value of the claim. */
function roleMapping() {
  const pairs = commaList().transform((members) =>
    members.map((member): [string, string] => {
      const at = member.lastIndexOf('=');
      return at === -1 ? [member, ''] : [member.slice(0, at).trim(), member.slice(at + 1).trim()];
    }),
  );
  const mapping = z.record(z.string(), z.string()).transform((given) => Object.entries(given));
  return z
    .union([mapping, pairs])
    .pipe(z.array(z.tuple([z.string().min(1), Role])).min(1))
    .transform((entries): ReadonlyMap<string, Role> => new Map(entries));
}
