import {
  ArbiterError,
  createKey,
  type DescribedKey,
  listKeys,
  type OperationInput,
  type OperationOutput,
  type Principal,
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

/** Tenants are null for the operator, and for keys that reach all of them. */
type Admin = Pick<Principal, 'tenant'> | null;

/** Keeps the keys of clients in the file that the server reads: what `arbiter keys` does, for admins at a page. */
export class KeysService {
  constructor(private readonly ports: KeysPorts) {}

  /** @throws ArbiterError NOT_FOUND where there is no file; INVALID_REQUEST when somebody made a mistake in it */
  list(admin: Admin): OperationOutput<typeof listKeys> {
    const keys = readKeysFile(this.file());
    const own = keys.filter(({ tenant }) => !admin?.tenant || tenant === admin.tenant);
    return { keys: own.map((entry) => this.describe(entry)) };
  }

  /**
   * @throws ArbiterError FORBIDDEN for a key of another tenant; CONFLICT for a name that is taken, and a file that cannot be written;
   *   INVALID_REQUEST for what no key may be; NOT_FOUND as {@link list}
   */
  create(wanted: OperationInput<typeof createKey>, admin: Admin): OperationOutput<typeof createKey> {
    const { name, role, groups, expires } = wanted;
    const tenant = tenantFor(wanted.tenant, admin);
    const { clock } = this.ports;
    if (expires !== undefined && Date.parse(expires) <= clock.now()) {
      throw new ArbiterError('INVALID_REQUEST', `"expires": ${expires} is past.`, { details: { field: 'expires' } });
    }
    const entry = {
      name,
      role,
      ...(tenant !== undefined && { tenant }),
      ...(groups && { groups }),
      ...(expires !== undefined && { expires }),
      created: timestampOf(clock),
    };
    const key = addKey(this.file(), entry);
    return { ...this.describe(entry), key };
  }

  /** @throws ArbiterError NOT_FOUND where an admin has no such key, or there is no file; CONFLICT as {@link create} */
  revoke({ name, tenant }: OperationInput<typeof revokeKey>, admin: Admin): DescribedKey {
    return this.describe(removeKey(this.file(), keyOf(name, tenantFor(tenant, admin))));
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

function keyOf(name: string, tenant: string | undefined): Pick<KeyEntry, 'name' | 'tenant'> {
  return { name, ...(tenant !== undefined && { tenant }) };
}

function tenantFor(given: string | undefined, admin: Admin): string | undefined {
  const own = admin?.tenant ?? undefined;
  if (own === undefined || given === undefined || given === own) return own ?? given;
  throw new ArbiterError('FORBIDDEN', `This key manages the keys of tenant ${own} alone.`);
}

@Controller()
export class KeysController {
  constructor(@Inject(KeysService) private readonly service: KeysService) {}

  @HandlesOperation(listKeys)
  list(_request: OperationInput<typeof listKeys>, { principal }: OperationContext) {
    return Promise.resolve(this.service.list(principal));
  }

  @HandlesOperation(createKey)
  create(request: OperationInput<typeof createKey>, { principal }: OperationContext) {
    return Promise.resolve(this.service.create(request, principal));
  }

  @HandlesOperation(revokeKey)
  revoke(request: OperationInput<typeof revokeKey>, { principal }: OperationContext) {
    return Promise.resolve(this.service.revoke(request, principal));
  }
}
