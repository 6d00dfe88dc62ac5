import { createHash, timingSafeEqual } from 'node:crypto';
import { resolve } from 'node:path';
import { counted, ArbiterError, type Principal, type Role } from '@arbiter/contracts';
import { type Clock, SYSTEM_CLOCK } from '@arbiter/ports';
import type { Authenticate } from '../http/require-admission.js';
import type { Logger } from '../logging.js';
import { credentialIn } from './credential-in.js';
import type { OidcTokens } from './oidc-tokens.js';
import { RefusedCredentials } from '../http/refused-credentials.js';
import { WatchedKeys } from './watched-keys.js';

/** Three parts of base64url: a JWS in its compact form (RFC 7515, 7.1). No key of ours has dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** As `commonVariables` reads them. */
export interface AuthenticationSettings {
  /** The operator's own. */
  readonly apiKey: string | undefined;
  readonly keysFile: string | undefined;
  readonly oidcIssuer: string | undefined;
  readonly oidcAudience: readonly string[] | undefined;
  readonly oidcTokenTypes: readonly string[];
  readonly oidcRoleClaim: string;
  readonly oidcRoles: ReadonlyMap<string, Role> | undefined;
  readonly oidcTenantClaim: string | undefined;
  readonly oidcGroupsClaim: string | undefined;
}

export interface AuthenticationSurroundings {
  /** Where a relative path starts. */
  readonly cwd: string;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface Authentication {
  /** undefined: nobody has to say who he is, and only programs on this machine are answered. */
  readonly authenticate: Authenticate | undefined;
  /** What is admitted, for people: "the operator's key", "12 keys of keys.json". */
  readonly means: readonly string[];
  close(): void;
}

/**
 * Everything by which callers of a process can say who they are. The code for tokens is loaded only where an issuer is named,
 * and the issuer asked only when a token comes: a server starts while it is away.
 *
 * @throws ArbiterError INVALID_REQUEST when the settings of OIDC do not go together, or the keys file cannot be used
 */
export async function openAuthentication(
  settings: AuthenticationSettings,
  { cwd, logger, clock = SYSTEM_CLOCK }: AuthenticationSurroundings,
): Promise<Authentication> {
  const { apiKey, keysFile } = settings;
  const oidc = await openOidc(settings, { logger, clock });
  const keys = keysFile === undefined ? null : new WatchedKeys({ path: resolve(cwd, keysFile), logger, clock });
  const means = [
    ...(apiKey === undefined ? [] : ["the operator's key"]),
    ...(keys ? [`${counted(keys.size, 'key')} of ${keysFile}`] : []),
    ...(oidc ? [`tokens of ${settings.oidcIssuer}`] : []),
  ];
  const operator = apiKey === undefined ? null : digest(apiKey);
  return {
    authenticate: means.length === 0 ? undefined : (headers) => admit(credentialIn(headers), { operator, keys, oidc }),
    means,
    close: () => keys?.close(),
  };
}

/** Admits requests with one key, as `Authorization: Bearer <key>` or `x-api-key: <key>`. It names no caller. */
export function apiKeyAuthentication(key: string): Authenticate {
  const operator = digest(key);
  return (headers) => admit(credentialIn(headers), { operator, keys: null, oidc: null });
}

interface Means {
  readonly operator: Buffer | null;
  readonly keys: WatchedKeys | null;
  readonly oidc: OidcTokens | null;
}

function admit(
  credential: string | undefined,
  { operator, keys, oidc }: Means,
): Promise<Principal | null> | Principal | null {
  if (credential === undefined) {
    throw new ArbiterError(
      'UNAUTHENTICATED',
      'Send the key of this server as "Authorization: Bearer <key>" or "x-api-key: <key>".',
    );
  }
  // Digests are of one length, so that neither the length nor the first wrong character shows in the time taken.
  if (operator && timingSafeEqual(digest(credential), operator)) return null;
  const principal = keys?.find(credential);
  if (principal) return principal;
  if (oidc && JWT.test(credential)) return oidc.read(credential);
  throw new RefusedCredentials('This is no key of this server.', 'unknown key');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function openOidc(
  settings: AuthenticationSettings,
  { logger, clock }: Required<Pick<AuthenticationSurroundings, 'logger' | 'clock'>>,
): Promise<OidcTokens | null> {
  const { oidcIssuer: issuer, oidcAudience: audience, oidcRoles: roles } = settings;
  const others = Object.entries({
    OIDC_AUDIENCE: audience,
    OIDC_ROLES: roles,
    OIDC_TENANT_CLAIM: settings.oidcTenantClaim,
    OIDC_GROUPS_CLAIM: settings.oidcGroupsClaim,
  });
  if (issuer === undefined) {
    const idle = others.filter(([, value]) => value !== undefined).map(([name]) => name);
    if (idle.length === 0) return null;
    throw new ArbiterError('INVALID_REQUEST', `${idle.join(' and ')} without OIDC_ISSUER: set it, or leave them out.`);
  }
  if (audience === undefined || roles === undefined) {
    const missing = others.slice(0, 2).filter(([, value]) => value === undefined);
    throw new ArbiterError(
      'INVALID_REQUEST',
      `OIDC_ISSUER needs ${missing.map(([name]) => name).join(' and ')}: else every token of that issuer, for whatever program, would be admitted.`,
    );
  }
  const { OidcTokens } = await import('./oidc-tokens.js');
  const { oidcRoleClaim: roleClaim, oidcTenantClaim: tenantClaim, oidcGroupsClaim: groupsClaim } = settings;
  const types = settings.oidcTokenTypes;
  return new OidcTokens({
    issuer,
    audience,
    types,
    clock,
    logger,
    claims: { roleClaim, roles, tenantClaim, groupsClaim },
  });
}
