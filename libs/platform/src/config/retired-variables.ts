import { COMMON_SECTION, type ConfigDefinition, readRetired } from './define-config.js';
import { FILE_SUFFIX, type ConfigSources } from './load-config.js';
import { isMapping, readConfigFile } from './read-config-file.js';

/** Variables of former versions that every app had; spread them into `retired`. */
export const commonRetired = {
  HTTP_MAX_CONNECTIONS: 'max_connections',
  HTTP_CONNECTIONS_PER_CLIENT: 'connections_per_client',
  HTTP_REQUESTS_PER_MINUTE_PER_KEY: 'requests_per_key',
  HTTP_CONCURRENT_PER_CLIENT: 'concurrent_per_client',
  OTEL_SERVICE_NAME: 'otel_service_name',
  OTEL_TRACES_SAMPLER: 'otel_sampler',
  OTEL_SDK_DISABLED: 'otel_disabled',
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: {
    key: 'capture_content',
    now: '`arbiter answers ID --prompts`',
  },
} as const;

/**
 * Finds the settings of former versions that are still given.
 *
 * @returns names in the environment (`NAME`), and keys of the file (`section.key`), each once and with what replaces it, if anything does
 * @throws ArbiterError INVALID_REQUEST when the file cannot be read
 */
export function retiredVariables(
  { env, cwd, configFile }: ConfigSources,
  definitions: readonly ConfigDefinition[],
): readonly string[] {
  const { file } = readConfigFile(cwd, env, configFile);
  const found = definitions.flatMap(({ section, retired = {} }) =>
    Object.entries(retired).flatMap(([name, variable]) => {
      const { key, now } = readRetired(variable);
      return [
        ...[name, `${name}${FILE_SUFFIX}`].filter((one) => env[one] !== undefined && env[one] !== ''),
        ...[section, COMMON_SECTION]
          .filter((one) => key !== null && holds(file?.sections.get(one), key))
          .map((one) => `${one}.${key}`),
      ].map((one) => (now === undefined ? one : `${one} (now ${now})`));
    }),
  );
  return [...new Set(found)];
}

/** Whether a section holds a key such as `port`, or `fusion.k` in a part of it. */
function holds(content: unknown, key: string): boolean {
  let part = content;
  for (const name of key.split('.')) {
    if (!isMapping(part) || !Object.hasOwn(part, name)) return false;
    part = part[name];
  }
  return true;
}

/** One sentence for people. */
export function describeRetired(names: readonly string[]): string {
  return `Nothing reads ${names.join(', ')} any more: take ${names.length === 1 ? 'it' : 'them'} out.`;
}
