import { passwordsOfUrl, REDACTED, redactUrlCredentials } from '../redaction/redact.js';
import type { LoadedConfig, ValueOrigin } from './load-config.js';
import type { Variables } from './define-config.js';

/** A variable as it holds, for people and programs. */
export interface ConfigEntry {
  /** In the environment: `RETRIEVER_PORT`. */
  readonly name: string;
  /** Secrets redacted; null when nothing is set. */
  readonly value: string | null;
  readonly origin: ValueOrigin | 'not set';
}

/** Every variable in the order of the definition. */
export function configEntries<V extends Variables>({ definition, values, origins }: LoadedConfig<V>): ConfigEntry[] {
  const typed: Readonly<Record<string, unknown>> = values;
  return Object.entries(definition.variables).map(([key, { env: name, secret }]) => {
    const value = typed[key];
    if (value === undefined) return { name, value: null, origin: 'not set' };
    return { name, value: secret ? REDACTED : redactUrlCredentials(textOf(value)), origin: origins[key] ?? 'default' };
  });
}

/** One line per variable, `NAME=value  (where it came from)`, in the order of the definition; secrets redacted. */
export function printConfig<V extends Variables>(loaded: LoadedConfig<V>): string {
  const lines = configEntries(loaded).map(({ name, value, origin }) => ({
    assignment: `${name}=${value ?? ''}`,
    origin,
  }));
  const width = Math.max(...lines.map(({ assignment }) => assignment.length));
  return [
    `# ${loaded.definition.app}; file: ${loaded.file ?? 'none'}`,
    ...lines.map(({ assignment, origin }) => `${assignment.padEnd(width)}  (${origin})`),
    '',
  ].join('\n');
}

/** The values of the secret variables that are set, and the passwords of all URLs, for the redaction of logs. */
export function secretsOf<V extends Variables>({ definition, values }: LoadedConfig<V>): string[] {
  const typed: Readonly<Record<string, unknown>> = values;
  return Object.entries(definition.variables).flatMap(([key, { secret }]) => {
    const value = typed[key];
    if (typeof value !== 'string') return [];
    return secret ? [value] : passwordsOfUrl(value);
  });
}

export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
