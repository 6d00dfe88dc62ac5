import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { startNatsServer, type RunningNatsServer } from './nats-server.js';

/** More than there are spec files with a broker; one that nobody takes costs a line of the configuration. */
const ACCOUNTS = 128;
/**
 * Guards nothing: the server listens to this machine alone, and lives as long as a run of specs. URLs have to escape it, so that a
 * spec that takes the password as it stands there is refused.
 */
const PASSWORD = 'sp@c';

/**
 * One nats-server for many specs, each in an account of its own: accounts share no subject, stream or bucket. Each has JetStream.
 */
export class NatsAccounts {
  private taken = 0;

  private constructor(
    private readonly server: RunningNatsServer,
    private readonly folder: string,
  ) {}

  /** @throws ArbiterError as `startNatsServer` */
  static async start(): Promise<NatsAccounts> {
    const folder = await mkdtemp(join(tmpdir(), 'arbiter-nats-'));
    const configuration = join(folder, 'accounts.conf');
    const accounts = Array.from(
      { length: ACCOUNTS },
      (_, n) => `${nameOf(n)}: { jetstream: enabled, users: [{ user: ${nameOf(n)}, password: "${PASSWORD}" }] }`,
    );
    await writeFile(configuration, `accounts {\n${accounts.join('\n')}\n}\n`);
    const options = { jetstream: true, storeDir: join(folder, 'store'), args: ['--config', configuration] };
    return new NatsAccounts(await startNatsServer(options), folder);
  }

  /**
   * @returns a URL with the user and password of an account that nobody has been given
   * @throws ArbiterError OVERLOADED when all have been taken
   */
  takeUrl(): string {
    if (this.taken === ACCOUNTS)
      throw new ArbiterError('OVERLOADED', `All ${ACCOUNTS} accounts of the shared broker are taken: make more.`);
    const url = `nats://${nameOf(this.taken)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.server.port}`;
    this.taken += 1;
    return url;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function nameOf(account: number): string {
  return `spec-${account}`;
}
