import type { LoggerService } from '@nestjs/common';
import type { Logger } from './create-logger.js';

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
