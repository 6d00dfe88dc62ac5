import { parseArgs } from 'node:util';
import { isNativeError } from 'node:util/types';
import { ArbiterError } from '@arbiter/contracts';
import type { commonVariables } from '../config/common-variables.js';
import type { ConfigDefinition, Variables } from '../config/define-config.js';
import { describeConfig, printConfig, secretsOf } from '../config/describe-config.js';
import { loadConfig, type LoadedConfig } from '../config/load-config.js';
import { describeMisspelt, misspeltVariables } from '../config/misspelt-variables.js';
import { describeRetired, retiredVariables } from '../config/retired-variables.js';
import { describeIgnored } from '../config/trusted-folders.js';
import { createLogger, type Logger } from '../logging.js';
import { secretRedactor } from '../redact.js';
import { describeStartError } from './describe-start-error.js';
import type { ProcessHost } from './process-host.js';
import { ARBITER_VERSION } from '../version.js';
import { startTracing } from '../tracing/start-tracing.js';
import type { TracingSettings } from '../config/tracing-variables.js';

/** How an app ended, for scripts and supervisors. */
export const EXIT = { ok: 0, failed: 1, misconfigured: 2 } as const;

const DEFAULT_START_GRACE_MS = 10_000;
const DEFAULT_TIMEOUT_MS = 5_000;

export interface AppContext<V extends Variables> {
  readonly config: LoadedConfig<V>;
  readonly logger: Logger;
  /** Aborted when the app is told to stop, while it starts as well. */
  readonly signal: AbortSignal;
  /** Registers what has to be closed; closed in reverse order, each within its time (default 5 s). */
  readonly onStop: (name: string, close: () => Promise<void> | void, timeoutMs?: number) => void;
}

export interface AppOptions<V extends Variables> {
  readonly definition: ConfigDefinition<V>;
  /** Returns when the app is ready. */
  readonly start: (context: AppContext<V>) => Promise<void>;
  /** Configurations of everything that runs in the process, if that is more than this app. */
  readonly definitions?: readonly ConfigDefinition[];
  readonly host: ProcessHost;
  readonly logger?: (config: LoadedConfig<V>) => Logger;
  /** How long a start that is interrupted may go on before it is given up. Default 10 s. */
  readonly startGraceMs?: number;
}

/**
 * Runs an app from its arguments to its exit code. The first SIGTERM or SIGINT closes everything and exits, the second
 * one exits at once. What keeps the app from starting is one sentence on standard error.
 */
export async function runApp<V extends Variables & Pick<typeof commonVariables, 'logLevel'>>(
  options: AppOptions<V>,
): Promise<void> {
  const { host, definition } = options;
  let config: LoadedConfig<V>;
  try {
    const args = parseAppArguments(host.argv);
    if (args.help) {
      host.writeOut(helpOf(definition));
      host.exit(EXIT.ok);
      return;
    }
    const { env, cwd } = host;
    config = loadConfig(definition, { env, cwd, ...(args.config === undefined ? {} : { configFile: args.config }) });
    if (config.ignoredFile !== null) host.writeError(`${describeIgnored(config.ignoredFile)}\n`);
    if (args.printConfig) {
      host.writeOut(printConfig(config));
      host.exit(EXIT.ok);
      return;
    }
  } catch (error) {
    host.writeError(`${ArbiterError.from(error).message}\n`);
    host.exit(EXIT.misconfigured);
    return;
  }
  await new AppRun(options, config).run();
}

function helpOf(definition: ConfigDefinition): string {
  const rows = describeConfig(definition);
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    `${definition.app} [--config FILE] [--print-config]`,
    '',
    'Environment:',
    ...rows.map(
      (row) =>
        `  ${row.name.padEnd(width)}  ${row.meaning} ${row.values}${row.default === '' ? '' : `; default ${row.default}`}.`,
    ),
    '',
  ].join('\n');
}

class AppRun<V extends Variables & Pick<typeof commonVariables, 'logLevel'>> {
  private readonly logger: Logger;
  private readonly closing: ClosingStack;
  private readonly stop = new AbortController();
  private exitCode: number = EXIT.ok;

  constructor(
    private readonly options: AppOptions<V>,
    private readonly config: LoadedConfig<V>,
  ) {
    const { logLevel } = config.values as LoadedConfig<typeof commonVariables>['values'];
    this.logger =
      options.logger?.(config) ??
      createLogger({ name: config.definition.app, level: logLevel, secrets: secretsOf(config) });
    this.closing = new ClosingStack(this.logger);
  }

  async run(): Promise<void> {
    const { host } = this.options;
    const release = [host.onSignal((signal) => this.onSignal(signal)), host.onFault((error) => this.onFault(error))];
    this.warnOfUnread();
    try {
      if (await this.started()) await this.stopped();
      if (!(await this.closing.closeAll())) this.exitCode ||= EXIT.failed;
    } finally {
      for (const off of release) off();
    }
    this.logger.info({ exitCode: this.exitCode }, 'stopped');
    host.exit(this.exitCode);
  }

  private warnOfUnread(): void {
    const { host, definition, definitions = [definition] } = this.options;
    const { env, cwd } = host;
    const { file } = this.config;
    const misspelt = misspeltVariables(host.env, definitions);
    if (misspelt.length > 0) this.logger.warn({ variables: misspelt }, describeMisspelt(misspelt));
    const retired = retiredVariables({ env, cwd, ...(file !== null && { configFile: file }) }, definitions);
    if (retired.length > 0) this.logger.warn({ variables: retired }, describeRetired(retired));
  }

  private async started(): Promise<boolean> {
    const { start, startGraceMs = DEFAULT_START_GRACE_MS } = this.options;
    const { config, logger, stop } = this;
    const context = { config, logger, signal: stop.signal, onStop: this.closing.add.bind(this.closing) };
    // In a then: a start that throws at once fails like one that rejects.
    const starting = this.traced().then(() => start(context));
    try {
      await Promise.race([starting, this.givenUp(startGraceMs)]);
      return true;
    } catch (error) {
      // An interrupted start fails as it likes: that is not what keeps the app from starting.
      if (!stop.signal.aborted) this.reportStartError(error);
      return false;
    }
  }

  /** Before anything else: stores and models are opened with spans or without. Closed last. */
  private async traced(): Promise<void> {
    const { config, logger } = this;
    const { app } = config.definition;
    // Sound: they are common variables, which an app without them merely does not set.
    const settings = config.values as Partial<TracingSettings>;
    const tracing = await startTracing({ settings, app, version: ARBITER_VERSION, logger });
    if (tracing) this.closing.add('traces', () => tracing.close());
  }

  /** Rejects when a start goes on for too long after the app was told to stop. */
  private async givenUp(graceMs: number): Promise<never> {
    await this.stopped();
    await new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    throw new ArbiterError('CANCELLED', 'The start was interrupted.');
  }

  private stopped(): Promise<void> {
    const { signal } = this.stop;
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  private reportStartError(error: unknown): void {
    const redact = secretRedactor(secretsOf(this.config));
    this.logger.debug({ err: error }, 'could not start');
    this.options.host.writeError(`${redact(describeStartError(error, this.config))}\n`);
    const misconfigured = error instanceof ArbiterError && error.code === 'INVALID_REQUEST';
    this.exitCode = misconfigured ? EXIT.misconfigured : EXIT.failed;
  }

  private onSignal(signal: string): void {
    if (this.stop.signal.aborted) {
      this.options.host.writeError(`${signal} again: stopping at once, without waiting for open requests.\n`);
      this.options.host.exit(EXIT.failed);
      return;
    }
    this.logger.info({ signal }, 'stopping');
    this.stop.abort(new ArbiterError('CANCELLED', `Stopped by ${signal}.`));
  }

  /** The state is unknown after this: what is open is closed in order, and the supervisor starts a fresh process. */
  private onFault(error: unknown): void {
    this.logger.fatal({ err: error }, 'an uncaught error');
    this.exitCode = EXIT.failed;
    this.stop.abort(new ArbiterError('INTERNAL', 'Stopped by an uncaught error.'));
  }
}

interface AppArguments {
  readonly config?: string;
  readonly printConfig: boolean;
  readonly help: boolean;
}

/**
 * What every app takes on the command line: `--config FILE`, `--print-config`, `--help`.
 *
 * @throws ArbiterError INVALID_REQUEST for anything else
 */
function parseAppArguments(argv: readonly string[]): AppArguments {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        config: { type: 'string' },
        'print-config': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { config, help = false, 'print-config': printConfig = false } = values;
    return { ...(config === undefined ? {} : { config }), printConfig, help };
  } catch (cause) {
    const reason = isNativeError(cause) ? cause.message.split('. ')[0] : 'unknown argument';
    throw new ArbiterError('INVALID_REQUEST', `${reason}. Possible are --config FILE, --print-config and --help.`, {
      cause,
    });
  }
}

interface Closer {
  readonly name: string;
  readonly close: () => Promise<void> | void;
  readonly timeoutMs: number;
}

/** What has to be closed when an app stops: last opened, first closed, each in its own time. */
class ClosingStack {
  private readonly closers: Closer[] = [];

  constructor(private readonly logger: Logger) {}

  /** @param timeoutMs how long it may take before the next one gets its turn; default 5 s */
  add(name: string, close: () => Promise<void> | void, timeoutMs = DEFAULT_TIMEOUT_MS): void {
    this.closers.push({ name, close, timeoutMs });
  }

  /** Closes everything, whatever fails. @returns whether all went well and in time; the rest is in the log */
  async closeAll(): Promise<boolean> {
    let clean = true;
    for (let closer = this.closers.pop(); closer; closer = this.closers.pop()) {
      clean = (await this.closeOne(closer)) && clean;
    }
    return clean;
  }

  private async closeOne({ name, close, timeoutMs }: Closer): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeoutMs);
    });
    try {
      if ((await Promise.race([Promise.resolve().then(close), late])) !== 'late') return true;
      this.logger.error({ resource: name, timeoutMs }, 'did not close in time');
    } catch (error) {
      this.logger.error({ resource: name, err: error }, 'did not close cleanly');
    } finally {
      clearTimeout(timer);
    }
    return false;
  }
}
