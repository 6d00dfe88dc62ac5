import { type AnyOperation, ArbiterError, type HEALTH_OPERATIONS } from '@arbiter/contracts';
import {
  CalleeError,
  type CallReport,
  type DispatcherOptions,
  type InvokeOperation,
  OperationDispatcher,
  OperationServer,
  type OperationTransport,
  spanIdsOf,
} from '@arbiter/messaging';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Router } from 'express';
import type { Registry } from 'prom-client';
import { DEFAULT_DRAIN_SECONDS } from '../config/common-variables.js';
import { Readiness, type ReadinessCheck } from '../health.js';
import { assertBindable } from '../http/addresses.js';
import type { DoorLimits } from '../http/door-limits.js';
import type { ListeningServer } from '../http/listen.js';
import type { Authenticate, PageSessions } from '../http/require-admission.js';
import type { ErrorBody } from '../http/send-problem.js';
import { type Logger, NestLogger } from '../logging.js';
import { AppMetrics } from '../metrics.js';
import { describeQuestion } from './describe-question.js';

type HealthOperation = (typeof HEALTH_OPERATIONS)[keyof typeof HEALTH_OPERATIONS];

/** One address over which operations are answered. */
export interface ArmDoor {
  /** Title of its OpenAPI document. */
  readonly title: string;
  readonly host: string;
  readonly port: number;
  /** Who calls; undefined where nobody has to say, and only programs on this machine are answered. */
  readonly authenticate: Authenticate | undefined;
  /** What clients may take of it; the usual limits when absent. */
  readonly limits?: DoorLimits;
  /** Lets browsers sign in; absent: they cannot. */
  readonly sessions?: PageSessions;
  readonly operations: readonly AnyOperation[];
  /** Who answers what this process does not serve itself: the other arms, behind a gateway. */
  readonly passOn?: InvokeOperation;
  /** Further routes that need no key, such as a published `GET /health`. */
  readonly openRoutes?: (router: Router) => void;
  /** Further routes that need the key like the operations do: another protocol over the same operations. */
  readonly guardedRoutes?: (router: Router, behind: BehindDoor) => void;
  /** How addresses of another protocol tell errors; undefined for ours. No session of a browser opens them. */
  readonly errorBodyOf?: (path: string) => ErrorBody | undefined;
}

/** What routes of a door stand before. */
export interface BehindDoor {
  /** Answers whatever operation the door has, and leads to the one dispatcher as the door's own routes do. */
  readonly invoke: InvokeOperation;
  readonly version: string;
  readonly logger: Logger;
  /** Aborted when the process begins to stop: streams that have no end of their own are not waited for. */
  readonly stopping?: AbortSignal;
}

export interface ArmOptions {
  /** `retriever-arm`. */
  readonly app: string;
  readonly version: string;
  /** The arm's composition, ports bound. */
  readonly module: Type | DynamicModule;
  /** By which calls come in besides HTTP. */
  readonly transports: readonly OperationTransport[];
  readonly doors: readonly ArmDoor[];
  readonly checks: readonly ReadinessCheck[];
  /** By which other arms ask for what these checks say; absent where none does. */
  readonly health?: HealthOperation;
  /** The same of parts of the process, where several arms are in it: what each needs besides. */
  readonly parts?: readonly { readonly health: HealthOperation; readonly checks: readonly ReadinessCheck[] }[];
  /** Calls that run and wait at once, where they are not to be the usual number. */
  readonly concurrency?: DispatcherOptions['concurrency'];
  /** Milliseconds that running calls get when the arm closes, over HTTP and by other ways together. Default 10 s. */
  readonly drainMs?: number;
  readonly logger: Logger;
  /** Holds the metrics that the module itself counts. */
  readonly registry?: Registry;
}

export interface RunningArm {
  /** In the order of the doors given. */
  readonly doors: readonly ListeningServer[];
  /** Not ready from now on; takes no new call, lets those inside finish, closes doors and transports. */
  close(): Promise<void>;
}

/**
 * Starts an arm: its Nest application behind one dispatcher, which all transports and doors lead to.
 *
 * @throws ArbiterError INVALID_REQUEST when a door may not be opened without a key; the system's error for a port in use
 */
export async function startArm({
  app,
  version,
  module,
  transports,
  doors,
  checks,
  health,
  parts = [],
  concurrency = {},
  drainMs = DEFAULT_DRAIN_SECONDS * 1_000,
  logger,
  registry,
}: ArmOptions): Promise<RunningArm> {
  for (const door of doors) assertBindable(door);
  const metrics = new AppMetrics({ app, version, ...(registry && { registry }) });
  const dispatcher = new OperationDispatcher({
    concurrency,
    onCall: (report) => {
      const { operation, code, durationMs, streamed } = report;
      metrics.observeCall({ operation: operation.name, code, durationMs, streamed });
      logCall(logger, report);
    },
  });
  metrics.watchLoad(() => dispatcher.load);
  let drainsUntil = 0;
  const nest = await NestFactory.createMicroservice(module, {
    strategy: new OperationServer({
      dispatcher,
      transports,
      drainMs: () => Math.max(0, drainsUntil - performance.now()),
    }),
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const readiness = new Readiness([...checks, ...transports.map(transportCheck)], (check, error) =>
    error === null
      ? logger.info({ check }, 'a check of readiness passes again')
      : logger.warn({ check, err: error }, 'a check of readiness failed'),
  );
  if (health) dispatcher.register(health, () => readiness.report());
  for (const part of parts) {
    const own = new Readiness(part.checks);
    dispatcher.register(part.health, () => own.report());
  }
  await nest.listen();

  const servers: ListeningServer[] = [];
  const stopping = new AbortController();
  const close = async (): Promise<void> => {
    readiness.stop();
    stopping.abort();
    drainsUntil = performance.now() + drainMs;
    // HTTP first: in one process, what came in by it still calls the other arms over the transport.
    await Promise.all(servers.map((server) => server.close(drainMs)));
    await nest.close();
  };
  try {
    for (const door of doors)
      servers.push(await open(door, { version, dispatcher, readiness, metrics, logger, stopping: stopping.signal }));
  } catch (error) {
    await close();
    throw error;
  }
  return { doors: servers, close };
}

function logCall(logger: Logger, report: CallReport): void {
  const { operation, code, durationMs, error, requestId, traceparent } = report;
  const fields = { ...spanIdsOf(traceparent), requestId, operation: operation.name };
  const question = describeQuestion(report);
  if (question) logger.info(question, 'worked on a question');
  else logger.debug({ ...fields, code, durationMs }, 'answered a call');
  if (code !== 'INTERNAL') return;
  // The log holds the cause, which the caller does not get. What failed in another arm is told there.
  const cause = error?.cause ?? error;
  if (!(cause instanceof CalleeError)) logger.error({ ...fields, err: cause }, 'an operation failed');
}

interface Behind {
  readonly version: string;
  readonly dispatcher: OperationDispatcher;
  readonly readiness: Readiness;
  readonly metrics: AppMetrics;
  readonly logger: Logger;
  readonly stopping: AbortSignal;
}

async function open(
  door: ArmDoor,
  { version, dispatcher, readiness, metrics, logger, stopping }: Behind,
): Promise<ListeningServer> {
  // Express is loaded only by a process that has a door.
  const [{ createHttpDoor }, { listen }] = await Promise.all([
    import('../http/http-door.js'),
    import('../http/listen.js'),
  ]);
  const { title, host, port, authenticate, sessions, limits, operations, passOn, openRoutes, guardedRoutes } = door;
  const { errorBodyOf } = door;
  const invoke: InvokeOperation = (operation, call) =>
    (passOn && !dispatcher.serves(operation) ? passOn : dispatcher.invoke)(operation, call);
  const handler = createHttpDoor({
    api: { title, version },
    operations,
    invoke,
    logger,
    health: readiness,
    metrics,
    ...(limits && { limits }),
    ...(authenticate && { authenticate }),
    ...(sessions && { sessions }),
    ...(openRoutes && { openRoutes }),
    ...(errorBodyOf && { errorBodyOf }),
    ...(guardedRoutes && { guardedRoutes: (router) => guardedRoutes(router, { invoke, version, logger, stopping }) }),
  });
  return listen(handler, { host, port, ...(limits && { limits }) });
}

function transportCheck(transport: OperationTransport): ReadinessCheck {
  return {
    name: transport.health().transport,
    check: (): Promise<void> => {
      const { healthy, detail } = transport.health();
      return healthy ? Promise.resolve() : Promise.reject(new ArbiterError('UNAVAILABLE', detail));
    },
  };
}
