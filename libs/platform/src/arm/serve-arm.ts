import { Registry } from 'prom-client';
import { operationsOf, type Arm } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { commonVariables } from '../config/common-variables.js';
import type { ConfigDefinition, ConfigValues, Variables } from '../config/define-config.js';
import { keepFilesPrivate } from '../lifecycle/keep-files-private.js';
import type { ProcessHost } from '../lifecycle/process-host.js';
import { doorLimits } from '../http/limits/door-limits.js';
import { runApp } from '../lifecycle/run-app.js';
import type { Logger } from '../logging/create-logger.js';
import { connectBus } from './connect-bus.js';
import { startArm, type ArmDoor, type ArmOptions } from './start-arm.js';
import { ARBITER_VERSION } from './version.js';

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
  Partial<Pick<ArmDoor, 'operations' | 'passOn' | 'bodyLimitBytes' | 'openRoutes' | 'guardedRoutes'>>;

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

/** Longer than the grace that running calls get, in milliseconds. */
const STOP_MS = 15_000;

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
      const bus = await connectBus({ url: common.natsUrl, app, logger, signal });
      onStop('bus', () => bus.close());
      const surroundings = { values, logger, client: bus.client, registry: new Registry() };
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
            apiKey: common.apiKey,
            limits: doorLimits(common),
            operations: operationsOf(name),
            ...door,
          },
        ],
        checks,
        concurrency,
        logger,
        registry: surroundings.registry,
      });
      onStop('arm', () => running.close(), STOP_MS);
      logger.info({ url: running.doors[0]?.url }, 'ready');
    },
  });
}
