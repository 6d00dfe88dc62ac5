import { pino, type DestinationStream, type Logger } from 'pino';
import { REDACTED, secretRedactor } from '../redaction/redact.js';
import type { LogLevel } from './log-levels.js';

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

/** Fields whose value is a secret wherever they are logged, at the top or up to two levels down. */
const SECRET_FIELDS = ['authorization', 'apiKey', 'api_key', 'password', 'secret', 'token', 'cookie', '["x-api-key"]'];

function redactedPaths(): string[] {
  return SECRET_FIELDS.flatMap((field) => {
    const below = field.startsWith('[') ? field : `.${field}`;
    return [field, `*${below}`, `*.*${below}`];
  });
}

/**
 * A logger that writes one JSON object per line. Fields by the name of a secret are blanked; so are, in every text,
 * the secrets given, credentials in URLs and bearer tokens. `logger.child({ requestId })` ties lines to a request.
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
    hooks: { streamWrite: redact },
  };
  return destination ? pino(options, destination) : pino(options);
}
