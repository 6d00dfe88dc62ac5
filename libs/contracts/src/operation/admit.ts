import { ArbiterError } from '../errors.js';
import type { AnyOperation } from './define-operation.js';
import { collectionsNamedIn } from '../access/collection-paths.js';
import { includesRole, type Principal, reaches } from '../access/principal.js';

/**
 * Refuses a call that its caller may not make: by its role, or because the input names a collection or domain of another tenant.
 *
 * @param input parsed by the operation's schema
 * @throws ArbiterError FORBIDDEN, the same whether the named collection exists or not
 */
export function assertMayCall(operation: AnyOperation, input: unknown, principal: Principal | null): void {
  if (principal === null) return;
  if (!includesRole(principal.role, operation.role)) {
    throw new ArbiterError('FORBIDDEN', `Only somebody with the role ${operation.role} may do this.`, {
      details: { operation: operation.name, role: principal.role, needed: operation.role },
    });
  }
  const foreign = foreignIn(operation.input, input, principal);
  if (foreign !== undefined) {
    throw new ArbiterError(
      'FORBIDDEN',
      `"${foreign}" is no collection or domain of this key's tenant; those of ${principal.tenant} begin with "${principal.tenant}.".`,
      { details: { operation: operation.name } },
    );
  }
}

/**
 * The last wall between tenants: nothing leaves that names a collection of another one, whatever a handler overlooked.
 *
 * @param value the output, or an event, parsed by its schema
 * @throws ArbiterError NOT_FOUND, as for something that does not exist
 */
export function assertMaySee(
  operation: AnyOperation,
  schema: AnyOperation['output'],
  value: unknown,
  principal: Principal | null,
): void {
  if (principal === null || foreignIn(schema, value, principal) === undefined) return;
  throw new ArbiterError('NOT_FOUND', 'There is no such thing for this key.', {
    details: { operation: operation.name },
  });
}

function foreignIn(schema: AnyOperation['input'], value: unknown, principal: Principal): string | undefined {
  if (principal.tenant === null) return undefined;
  return [...collectionsNamedIn(schema, value)].find((name) => !reaches(principal, name));
}
