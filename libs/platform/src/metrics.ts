import { ArbiterError, type ErrorCode, type Principal } from '@arbiter/contracts';
import type { Express } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { principalOf } from './http/require-admission.js';
import { sendProblem } from './http/send-problem.js';
import type { Logger } from './logging.js';

/** From a keyword search (1 ms) to a written answer (a minute), in seconds, about three to the decade. */
const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const TOO_MANY_REQUESTS = 429;

/** What the dispatcher tells of every call it has finished; its `onCall` hook takes `AppMetrics.observeCall`. */
export interface ObservedCall {
  readonly operation: string;
  readonly code: 'OK' | ErrorCode;
  readonly durationMs: number;
  readonly streamed: boolean;
}

/** The dispatcher's report on the calls that it has admitted. */
export interface WatchedLoad {
  readonly operation: string;
  readonly running: number;
  readonly waiting: number;
}

export interface ObservedResponse {
  readonly method: string;
  /** The pattern of the route, not the address. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface AppMetricsOptions {
  /** Label `app` of every metric: `retriever-arm`. */
  readonly app: string;
  readonly version: string;
  /** Memory, CPU, event loop and garbage collection of the process. Default true; false for all but one app of a process. */
  readonly processMetrics?: boolean;
  /** Where the app's own metrics are; one of its own when absent. */
  readonly registry?: Registry;
}

/** The metrics of one app, in a registry of its own: two apps in one process do not mix. */
export class AppMetrics {
  /** Takes further metrics of the app; they are served along. */
  readonly registry: Registry;
  private readonly calls: Counter<'operation' | 'code' | 'streamed'>;
  private readonly callSeconds: Histogram<'operation'>;
  private readonly responseSeconds: Histogram<'method' | 'route' | 'status'>;
  private readonly shed: Counter<'reason'>;

  constructor({ app, version, processMetrics = true, registry = new Registry() }: AppMetricsOptions) {
    this.registry = registry;
    const registers = [this.registry];
    this.registry.setDefaultLabels({ app });
    if (processMetrics) collectDefaultMetrics({ register: this.registry });
    const info = new Gauge({
      name: 'arbiter_build_info',
      help: 'The version that runs; always 1.',
      labelNames: ['version'],
      registers,
    });
    info.set({ version }, 1);
    this.calls = new Counter({
      name: 'arbiter_operation_calls_total',
      help: 'Calls served, by operation and outcome (OK or the error code).',
      labelNames: ['operation', 'code', 'streamed'],
      registers,
    });
    this.callSeconds = new Histogram({
      name: 'arbiter_operation_duration_seconds',
      help: 'Time from the start of a call to its output or error.',
      labelNames: ['operation'],
      buckets: DURATION_BUCKETS_S,
      registers,
    });
    this.responseSeconds = new Histogram({
      name: 'arbiter_http_response_duration_seconds',
      help: 'Time from the head of an HTTP request to the last byte of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS_S,
      registers,
    });
    this.shed = new Counter({
      name: 'arbiter_requests_shed_total',
      help: 'Requests refused to protect the others: overloaded (no slot in time), rate_limited (a client asks too much).',
      labelNames: ['reason'],
      registers,
    });
  }

  /** @param loadOf asked whenever the metrics are read */
  watchLoad(loadOf: () => readonly WatchedLoad[]): void {
    new Gauge({
      name: 'arbiter_requests_in_flight',
      help: 'Calls inside, running or waiting, of all operations: what an autoscaler follows.',
      registers: [this.registry],
      collect() {
        this.set(loadOf().reduce((sum, { running, waiting }) => sum + running + waiting, 0));
      },
    });
    new Gauge({
      name: 'arbiter_operation_calls_inside',
      help: 'Calls that run, until their handler has really ended, and calls that wait for their turn.',
      labelNames: ['operation', 'state'],
      registers: [this.registry],
      collect() {
        for (const { operation, running, waiting } of loadOf()) {
          this.set({ operation, state: 'running' }, running);
          this.set({ operation, state: 'waiting' }, waiting);
        }
      },
    });
  }

  /** Bound, so that it can be handed on as it is: `onCall: metrics.observeCall`. */
  readonly observeCall = ({ operation, code, durationMs, streamed }: ObservedCall): void => {
    this.calls.inc({ operation, code, streamed: String(streamed) });
    this.callSeconds.observe({ operation }, durationMs / 1_000);
    if (code === 'OVERLOADED') this.shed.inc({ reason: 'overloaded' });
  };

  readonly observeResponse = ({ method, route, status, durationMs }: ObservedResponse): void => {
    this.responseSeconds.observe({ method, route, status: String(status) }, durationMs / 1_000);
    if (status === TOO_MANY_REQUESTS) this.shed.inc({ reason: 'rate_limited' });
  };

  /** In the text format of Prometheus. */
  render(): Promise<string> {
    return this.registry.metrics();
  }
}

/** `GET /metrics`, in the text format of Prometheus, for whom {@link mayReadMetrics} lets. */
export function mountMetricsRoute(app: Express, metrics: AppMetrics): void {
  app.get('/metrics', async (_req, res) => {
    if (!mayReadMetrics(principalOf(res))) {
      sendProblem(res, new ArbiterError('FORBIDDEN', 'Metrics need the role monitor or admin, and no tenant.'));
      return;
    }
    const text = await metrics.render();
    res.set('Content-Type', metrics.registry.contentType).set('Cache-Control', 'no-store').send(text);
  });
}

/** Metrics are about all tenants together, so that a key of one of them reads none. */
export function mayReadMetrics(principal: Pick<Principal, 'role' | 'tenant'> | null): boolean {
  return principal === null || (principal.tenant === null && ['monitor', 'admin'].includes(principal.role));
}

/** Whether an arm reaches its broker, and how often it lost it. */
export class BrokerMetrics {
  private readonly connected: Gauge;
  private readonly reconnects: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.connected = new Gauge({
      name: 'arbiter_broker_connected',
      help: 'Whether the broker is reached: 1 or 0.',
      registers,
    });
    this.reconnects = new Counter({
      name: 'arbiter_broker_reconnects_total',
      help: 'Connections to the broker that were lost and made again.',
      registers,
    });
  }

  /** Takes what a NATS link tells. */
  changed(status: 'waiting' | 'connected' | 'disconnected' | 'reconnected' | 'closed'): void {
    this.connected.set(status === 'connected' || status === 'reconnected' ? 1 : 0);
    if (status === 'reconnected') this.reconnects.inc();
  }
}

export interface FallbackObserverOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Name of the counter, which has the code of the error for its label. */
  readonly metric: string;
  readonly help: string;
  /** What the log says: what failed, and what was done instead. */
  readonly message: string;
}

/** Counts and logs what a model did not do that can be done without: no fallback is silent. */
export class FallbackObserver {
  private readonly logger: Logger;
  private readonly message: string;
  private readonly failures: Counter<'code'>;

  constructor({ logger, registry, metric, help, message }: FallbackObserverOptions) {
    this.logger = logger;
    this.message = message;
    this.failures = new Counter({ name: metric, help, labelNames: ['code'], registers: [registry] });
  }

  failed(model: string, { code, message }: ArbiterError): void {
    this.failures.inc({ code });
    this.logger.warn({ model, code, why: message }, this.message);
  }
}
