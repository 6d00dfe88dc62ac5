import { ArbiterError, type Arm, HEALTH_OPERATIONS, operationsOf } from '@arbiter/contracts';
import {
  connectNats,
  NatsOperationClient,
  NatsOperationTransport,
  type NatsOperationTransportOptions,
  type OperationClient,
  type OperationTransport,
} from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { Registry } from 'prom-client';
import type { commonVariables } from '../config/common-variables.js';
import type { ConfigDefinition, ConfigValues, Variables } from '../config/define-config.js';
import { openAuthentication } from '../access/open-authentication.js';
import { isLoopback } from '../http/addresses.js';
import { doorLimits } from '../http/door-limits.js';
import { keepFilesPrivate, type ProcessHost } from '../lifecycle/process-host.js';
import { runApp } from '../lifecycle/run-app.js';
import type { Logger } from '../logging.js';
import { BrokerMetrics } from '../metrics.js';
import { ARBITER_VERSION } from '../version.js';
import { type ArmDoor, type ArmOptions, startArm } from './start-arm.js';

/** What closing takes besides the grace that running calls get, in milliseconds. */
const CLOSING_MS = 5_000;
const FORGERY_LOG_MS = 60_000;

/** What every arm's configuration has. */
type ArmVariables = Variables & typeof commonVariables & { readonly port: Variables[string] };

export interface Surroundings<V extends Variables> {
  readonly values: ConfigValues<V>;
  readonly logger: Logger;
  /** Reaches the other arms; null without a broker. */
  readonly client: OperationClient | null;
  /** Takes the metrics that the arm itself counts. */
  readonly registry: Registry;
}

export type Composition = Pick<ArmOptions, 'module'> &
  Partial<Pick<ArmOptions, 'checks' | 'concurrency'>> &
  Partial<
    Pick<ArmDoor, 'operations' | 'passOn' | 'sessions' | 'openRoutes' | 'guardedRoutes' | 'errorBodyOf' | 'limits'>
  >;

export interface ServedArm<V extends ArmVariables, P extends { close(): Promise<void> }> {
  readonly arm: Arm;
  /** Title of its OpenAPI document. */
  readonly title: string;
  readonly definition: ConfigDefinition<V>;
  readonly host: ProcessHost;
  /** Opens the adapters behind the arm's ports. */
  readonly bind: (surroundings: Surroundings<V>) => Promise<P> | P;
  /** Puts the arm together around its ports. */
  readonly compose: (ports: P, surroundings: Surroundings<V>) => Composition;
}

/** Runs one arm as a process of its own: configuration, adapters, broker, HTTP; and all of it closed in reverse. */
export function serveArm<V extends ArmVariables, P extends { close(): Promise<void> }>(
  served: ServedArm<V, P>,
): Promise<void> {
  const { arm: name, title, definition, host, bind, compose } = served;
  const { app } = definition;
  return runApp({
    definition,
    host,
    async start({ config, logger, signal, onStop }) {
      keepFilesPrivate();
      const { values } = config;
      // Sound: V holds the common variables and a port, which TypeScript does not see through the mapped type.
      const common = values as unknown as ConfigValues<typeof commonVariables> & { readonly port: number };
      const authentication = await openAuthentication(common, { cwd: host.cwd, logger });
      onStop('keys', () => authentication.close());
      const drainMs = common.drainSeconds * 1_000;
      const registry = new Registry();
      const bus = await connectBus({
        url: common.natsUrl,
        signingKeys: common.natsSigningKeys,
        app,
        logger,
        signal,
        registry,
      });
      onStop('bus', () => bus.close());
      const surroundings = { values, logger, client: bus.client, registry };
      const ports = await bind(surroundings);
      onStop('adapters', () => ports.close());
      const { module, checks = [], concurrency = {}, ...door } = compose(ports, surroundings);
      const running = await startArm({
        app,
        version: ARBITER_VERSION,
        module,
        transports: bus.transports,
        doors: [
          {
            title,
            host: common.host,
            port: common.port,
            authenticate: authentication.authenticate,
            limits: doorLimits(common),
            operations: operationsOf(name),
            ...door,
          },
        ],
        checks,
        ...(name in HEALTH_OPERATIONS && { health: HEALTH_OPERATIONS[name as keyof typeof HEALTH_OPERATIONS] }),
        concurrency,
        drainMs,
        logger,
        registry: surroundings.registry,
      });
      onStop('arm', () => running.close(), drainMs + CLOSING_MS);
      logger.info({ url: running.doors[0]?.url }, 'ready');
    },
  });
}

export interface Bus {
  /** By which calls to this arm come in; empty without a broker. */
  readonly transports: readonly OperationTransport[];
  /** Reaches the other arms; null without a broker. */
  readonly client: OperationClient | null;
  close(): Promise<void>;
}

export interface BusOptions {
  /** Undefined: the arm answers over HTTP alone. */
  readonly url: string | undefined;
  /** Undefined: calls are not signed. */
  readonly signingKeys?: readonly string[] | undefined;
  /** The arm, as the broker's monitoring shows it. */
  readonly app: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Takes the metrics of the connection. */
  readonly registry?: Registry;
}

/**
 * Connects an arm to the broker, where one is configured.
 *
 * @throws ArbiterError UNAVAILABLE, saying what to do, when nobody listens at the URL
 */
export async function connectBus({ url, signingKeys, app, logger, signal, registry }: BusOptions): Promise<Bus> {
  if (url === undefined) return { transports: [], client: null, close: () => Promise.resolve() };
  const metrics = registry && new BrokerMetrics(registry);
  const link = await connectNats({
    url,
    name: `arbiter-${app}`,
    signingKeys,
    signal,
    onStatus(status) {
      metrics?.changed(status);
      logger.info({ status }, 'broker');
    },
  }).catch((error: unknown) => {
    if (!(error instanceof ArbiterError) || error.code !== 'UNAVAILABLE') throw error;
    const { message, details } = error;
    throw new ArbiterError('UNAVAILABLE', `${message} Start a nats-server there, or correct NATS_URL.`, {
      details,
      cause: error,
    });
  });
  if (signingKeys === undefined && !isOnThisMachine(link.url)) {
    logger.warn(
      { url: link.url },
      'calls over the broker are not signed: whoever reaches it may call any arm in any name; set NATS_SIGNING_KEY',
    );
  }
  const client = new NatsOperationClient(link);
  return {
    transports: [new NatsOperationTransport({ link, version: ARBITER_VERSION, onForgery: forgeryLog(logger) })],
    client,
    async close() {
      await client.close();
      await link.close();
    },
  };
}

/** @param url of a link: several are separated by commas */
function isOnThisMachine(url: string): boolean {
  return url.split(',').every((one) => isLoopback(new URL(one).hostname));
}

/** One line a minute: whoever forges calls must not fill the log. */
function forgeryLog(logger: Logger): NonNullable<NatsOperationTransportOptions['onForgery']> {
  let loggedAt = -Infinity;
  return ({ name }, { message }) => {
    const now = SYSTEM_CLOCK.monotonic();
    if (now - loggedAt < FORGERY_LOG_MS) return;
    loggedAt = now;
    logger.warn({ operation: name }, message);
  };
}
