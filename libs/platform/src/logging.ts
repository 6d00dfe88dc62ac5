import { ArbiterError } from '@arbiter/contracts';
import { activeSpanIds } from '@arbiter/messaging';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { REDACTED, secretRedactor } from './redact.js';

/** From everything to nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Fields whose value is a secret wherever they are logged, at the top or up to two levels down. */
const SECRET_FIELDS = ['authorization', 'apiKey', 'api_key', 'password', 'secret', 'token', 'cookie', '["x-api-key"]'];

/** What a network that is down, or a peer that hung up, answers with (errno(3)). */
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

export type LogLevel = (typeof LOG_LEVELS)[number];

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** The app: `retriever-arm`. */
  readonly name: string;
  readonly level: LogLevel;
  /** Values that must not appear in any line: `secretsOf(config)`. */
  readonly secrets?: readonly string[];
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

function redactedPaths(): string[] {
  return SECRET_FIELDS.flatMap((field) => {
    const below = field.startsWith('[') ? field : `.${field}`;
    return [field, `*${below}`, `*.*${below}`];
  });
}

/** Whether an error is of everyday life: a request refused, a client gone, a time limit, something that is down. */
function isExpected(error: Error): boolean {
  if (error instanceof ArbiterError) return error.code !== 'INTERNAL';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  if ('code' in error && NETWORK_CODES.has(error.code)) return true;
  return error.cause instanceof Error && isExpected(error.cause);
}

/** As pino has it, causes included in the message; a stack only for what nobody expected. */
function describeError(error: Error): unknown {
  const described = pino.stdSerializers.err(error);
  if (!(error instanceof Error) || !isExpected(error)) return described;
  return Object.fromEntries(Object.entries(described).filter(([field]) => field !== 'stack'));
}

/**
 * A logger that writes one JSON object per line, with `trace_id` and `span_id` of the span that is active. Fields by the name of a secret are blanked; so are, in every text,
 * the secrets given, credentials in URLs and bearer tokens. `logger.child({ requestId })` ties lines to a request. Stacks are for the
 * unexpected: a refused request, a client that hung up, a timeout and a store that is down have none.
 */
export function createLogger({ name, level, secrets = [], destination }: LoggerOptions): Logger {
  const redact = secretRedactor(secrets);
  const options = {
    name,
    level,
    base: { name },
    redact: { paths: redactedPaths(), censor: REDACTED },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: redact },
    mixin: () => activeSpanIds() ?? {},
    // What a line says of itself goes first.
    mixinMergeStrategy: (line: object, mixin: object) => ({ ...mixin, ...line }),
  };
  return destination ? pino(options, destination) : pino(options);
}

type PinoLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** Lets Nest write through our logger: `NestFactory.create(module, { logger: new NestLogger(logger) })`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** Nest reports each module and route it sets up at this level: news for developers only. */
  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes what it likes after the message, last of all the context: the name of the class that speaks. */
  private write(level: PinoLevel, message: unknown, rest: readonly unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' ? { context: last } : {};
    const details = rest.slice(0, typeof last === 'string' ? -1 : undefined);
    const more = details.length > 0 ? { details } : {};
    if (message instanceof Error) this.logger[level]({ ...context, ...more, err: message }, message.message);
    else if (typeof message === 'string') this.logger[level]({ ...context, ...more }, message);
    else this.logger[level]({ ...context, ...more, subject: message }, 'from Nest');
  }
}
