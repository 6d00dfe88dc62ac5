import { ArbiterError, type IngestionSource, type Principal, type Tenant } from '@arbiter/contracts';

/** Sources that lead to what lies on the server's own disk. */
function isOfServer(source: IngestionSource): boolean {
  return source.kind === 'path' || (source.kind === 'git' && source.repository.startsWith('/'));
}

/**
 * A tenant sends its documents along or names addresses. The disk of the server belongs to the operator, and may hold the
 * documents of others.
 *
 * @throws ArbiterError FORBIDDEN
 */
export function assertMayName(sources: readonly IngestionSource[], principal: Principal | null): void {
  if (!principal?.tenant || !sources.some(isOfServer)) return;
  throw new ArbiterError('FORBIDDEN', "A tenant's key may not name files of the server: send the documents along.");
}

/** Whose turn a job takes: that of the key's own tenant, whatever the request says. */
export function tenantFor(principal: Principal | null, asked: Tenant): Tenant {
  return principal?.tenant ?? asked;
}
