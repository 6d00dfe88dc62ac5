import { REDACTED, redactUrlCredentials } from '../redaction/redact.js';
import type { LoadedConfig } from './load-config.js';
import type { Variables } from './define-config.js';

/** One line per variable, `NAME=value  (where it came from)`, in the order of the definition; secrets redacted. */
export function printConfig<V extends Variables>({ definition, values, origins, file }: LoadedConfig<V>): string {
  const typed: Readonly<Record<string, unknown>> = values;
  const lines = Object.entries(definition.variables).map(([key, { env, secret }]) => {
    const value = typed[key];
    const shown = value === undefined ? '' : secret ? REDACTED : redactUrlCredentials(textOf(value));
    return { assignment: `${env}=${shown}`, origin: value === undefined ? 'not set' : origins[key] };
  });
  const width = Math.max(...lines.map(({ assignment }) => assignment.length));
  return [
    `# ${definition.app}; file: ${file ?? 'none'}`,
    ...lines.map(({ assignment, origin }) => `${assignment.padEnd(width)}  (${origin})`),
    '',
  ].join('\n');
}

/** The values of the secret variables that are set, for the redaction of logs. */
export function secretsOf<V extends Variables>({ definition, values }: LoadedConfig<V>): string[] {
  const typed: Readonly<Record<string, unknown>> = values;
  return Object.entries(definition.variables).flatMap(([key, { secret }]) => {
    const value = typed[key];
    return secret && typeof value === 'string' ? [value] : [];
  });
}

export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
