import {
  ArbiterError,
  createKey,
  type DescribedKey,
  listKeys,
  type OperationInput,
  revokeKey,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { addKey, hasExpired, type KeyEntry, readKeysFile, removeKey } from '@arbiter/platform';
import { type Clock, timestampOf } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';

export interface KeysPorts {
  /** ARBITER_KEYS_FILE as an absolute path; null where there is none. */
  readonly keysFile: string | null;
  readonly clock: Clock;
}

type Caller = Pick<OperationContext, 'principal'>;

/** Injection token of what the controller needs. */
export const KEYS_PORTS = Symbol('KeysPorts');

/** Keeps the keys of clients in the file that the server reads: what `arbiter keys` does, for admins at a page. */
@Controller()
export class KeysController {
  constructor(@Inject(KEYS_PORTS) private readonly ports: KeysPorts) {}

  /** @throws ArbiterError NOT_FOUND where there is no file; INVALID_REQUEST when somebody made a mistake in it */
  @HandlesOperation(listKeys)
  list(_input: OperationInput<typeof listKeys>, { principal: admin }: Caller) {
    const keys = readKeysFile(this.file());
    const own = keys.filter(({ tenant }) => !admin?.tenant || tenant === admin.tenant);
    return Promise.resolve({ keys: own.map((entry) => this.describe(entry)) });
  }

  /**
   * @throws ArbiterError FORBIDDEN for a key of another tenant; CONFLICT for a name that is taken, and a file that cannot be written;
   *   INVALID_REQUEST for what no key may be; NOT_FOUND as {@link list}
   */
  @HandlesOperation(createKey)
  create(wanted: OperationInput<typeof createKey>, { principal }: Caller) {
    const { clock } = this.ports;
    const { expires } = wanted;
    if (expires !== undefined && Date.parse(expires) <= clock.now())
      throw new ArbiterError('INVALID_REQUEST', `"expires": ${expires} is past.`, { details: { field: 'expires' } });
    const entry = { ...wanted, tenant: tenantFor(wanted.tenant, principal), created: timestampOf(clock) };
    const key = addKey(this.file(), entry);
    return Promise.resolve({ ...this.describe(entry), key });
  }

  /** @throws ArbiterError NOT_FOUND where an admin has no such key, or there is no file; CONFLICT as {@link create} */
  @HandlesOperation(revokeKey)
  revoke({ name, tenant: given }: OperationInput<typeof revokeKey>, { principal }: Caller) {
    const removed = removeKey(this.file(), { name, tenant: tenantFor(given, principal) });
    return Promise.resolve(this.describe(removed));
  }

  private file(): string {
    const { keysFile } = this.ports;
    if (keysFile !== null) return keysFile;
    throw new ArbiterError('NOT_FOUND', 'This server has no keys file, so no keys can be kept: set ARBITER_KEYS_FILE.');
  }

  private describe(entry: Omit<KeyEntry, 'sha256'>): DescribedKey {
    const { name, role, tenant = null, groups = null, expires = null, created } = entry;
    return { name, role, tenant, groups, expires, expired: hasExpired(entry, this.ports.clock.now()), created };
  }
}

/** @throws ArbiterError FORBIDDEN where an admin of a tenant names another one */
function tenantFor(given: string | undefined, admin: Caller['principal']): string | undefined {
  const own = admin?.tenant ?? undefined;
  if (own === undefined || given === undefined || given === own) return own ?? given;
  throw new ArbiterError('FORBIDDEN', `This key manages the keys of tenant ${own} alone.`);
}
