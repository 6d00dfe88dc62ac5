import { passwordsOfUrl, REDACTED, redactUrlCredentials } from '../redact.js';
import { COMMON_SECTION, type ConfigDefinition, type Variables, yamlKeyOf } from './define-config.js';
import type { LoadedConfig, ValueOrigin } from './load-config.js';
import { CONFIG_FILE_VARIABLE, DEFAULT_CONFIG_FILE } from './read-config-file.js';

/** One entry of the list of environment variables. */
export interface ConfigRow {
  readonly name: string;
  /** The app that reads it; `all` for the common ones. */
  readonly arm: string;
  /** Where it stands in config.yaml: `retriever_arm.port`; empty when it cannot. */
  readonly yaml: string;
  /** Empty when nothing holds by default. */
  readonly default: string;
  readonly values: string;
  readonly meaning: string;
}

const CONFIG_FILE_ROW: ConfigRow = {
  name: CONFIG_FILE_VARIABLE,
  arm: 'all',
  yaml: '',
  default: `${DEFAULT_CONFIG_FILE} of a trusted folder, else that in ~/.config/arbiter`,
  values: 'path of a file',
  meaning: 'The configuration file.',
};

/** What an app can be told, one row per variable, in the order of the definition. */
export function describeConfig({ app, section, variables }: ConfigDefinition): ConfigRow[] {
  return Object.entries(variables).map(([key, variable]) => ({
    name: variable.env,
    arm: variable.common ? 'all' : app,
    yaml: `${variable.publishedIn ?? (variable.common ? COMMON_SECTION : section)}.${yamlKeyOf(key, variable)}`,
    default: variable.default === undefined ? (variable.required ? 'required' : '') : textOf(variable.default),
    values: variable.values,
    meaning: variable.secret ? `${variable.description} Secret.` : variable.description,
  }));
}

/** Markdown lists of the variables of several apps, one for each app, and for each group that shares some; a common one once, under `all`. */
export function configList(definitions: readonly ConfigDefinition[]): string {
  const known = new Map<string, ConfigRow>();
  for (const row of [CONFIG_FILE_ROW, ...definitions.flatMap(describeConfig)]) {
    const other = known.get(row.name);
    const isShared = other !== undefined && other.arm !== row.arm;
    if (isShared)
      known.set(row.name, {
        ...other,
        arm: `${other.arm}, ${row.arm}`,
        yaml: `${other.yaml}, ${row.yaml}`,
        default: row.default === other.default ? other.default : `${other.default}, ${row.default}`,
      });
    else if (!other) known.set(row.name, row);
  }
  const arms = new Map<string, ConfigRow[]>();
  for (const row of known.values()) arms.set(row.arm, [...(arms.get(row.arm) ?? []), row]);
  return [...arms].map(([arm, rows]) => listOf(arm, rows)).join('\n');
}

function listOf(arm: string, rows: readonly ConfigRow[]): string {
  const lines = rows.map(({ name, values, default: usual, meaning, yaml }) => {
    const range = values.replace(/^(?:whole )?number from (\S+) to (\S+)$/, '$1–$2').replaceAll(' | ', ', ');
    const allowed = usual === '' ? range : `${range} (${usual})`;
    return `- **\`${name}\`**: ${allowed}. ${meaning}${yaml === '' ? '' : ` \`${yaml}\``}`;
  });
  return [`## ${arm}`, '', ...lines, ''].join('\n');
}

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
    const texts = [typed[key]].flat().filter((value) => typeof value === 'string');
    return secret ? texts : texts.flatMap(passwordsOfUrl);
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  if (value instanceof Map) return [...value].map(([key, of]) => `${String(key)}=${String(of)}`).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
