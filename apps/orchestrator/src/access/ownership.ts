import { createHash } from 'node:crypto';
import { ArbiterError, identityOf, type Principal, SessionId } from '@arbiter/contracts';

/** Hexadecimal digits of the owner in the id of a session: no two of a billion callers share them by chance (p < 0.1). */
const OWNER_DIGITS = 16;
const OWNER = /^([0-9a-f]{16})-/;

/**
 * The id under which a caller's session is kept. Callers choose ids themselves, so two may choose the same: each has sessions of
 * its own, and none can read those of another.
 *
 * @param principal null: the operator's key, or no authentication; it names sessions as they are kept
 * @throws ArbiterError INVALID_REQUEST for an id that leaves no room for the owner
 */
export function ownSession(principal: Principal | null, sessionId: string): string {
  if (principal === null) return sessionId;
  const kept = `${sessionsOf(principal)}${sessionId}`;
  if (SessionId.safeParse(kept).success) return kept;
  const longest = 128 - OWNER_DIGITS - 1;
  const issues = [{ path: 'sessionId', message: `must be at most ${longest} characters` }];
  throw new ArbiterError('INVALID_REQUEST', `Invalid request: "sessionId": must be at most ${longest} characters`, {
    details: { issues },
  });
}

/** What the ids of a caller's sessions begin with as they are kept; '' for who sees all of them. */
export function sessionsOf(principal: Principal | null): string {
  return principal === null ? '' : `${ownerOf(principal)}-`;
}

/** The id of a session as its caller knows it. */
export function shownSession(principal: Principal | null, kept: string): string {
  const prefix = sessionsOf(principal);
  return kept.startsWith(prefix) ? kept.slice(prefix.length) : kept;
}

/** Whether two sessions, as they are kept, are of one caller; those of callers without an identity are all of one. */
export function haveSameOwner(one: string | null, other: string | null): boolean {
  return ownerIn(one) === ownerIn(other);
}

function ownerIn(kept: string | null): string | null {
  return OWNER.exec(kept ?? '')?.[1] ?? null;
}

/**
 * Whether a caller may see what was answered to another: its own answers, and an admin who reads every document those of the
 * tenant.
 *
 * @param identity of the one who asked; null: nobody had to say who
 */
export function maySeeAnswersOf(principal: Principal | null, identity: string | null): boolean {
  if (principal === null) return true;
  if (identity === identityOf(principal)) return true;
  const { role, tenant, groups } = principal;
  if (role !== 'admin' || groups !== null) return false;
  return tenant === null || isOfTenant(identity, tenant);
}

/** @param identity as `identityOf` gives it; null: nobody in particular, who is of no tenant */
export function isOfTenant(identity: string | null, tenant: string): boolean {
  return identity?.startsWith(`${tenant}/`) ?? false;
}

function ownerOf(principal: Principal): string {
  return createHash('sha256').update(identityOf(principal)).digest('hex').slice(0, OWNER_DIGITS);
}
