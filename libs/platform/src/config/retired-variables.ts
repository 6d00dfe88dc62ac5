import type { ConfigDefinition } from './define-config.js';
import { FILE_SUFFIX, type ConfigSources } from './load-config.js';
import { isMapping, readConfigFile } from './read-config-file.js';

/**
 * Finds the settings of former versions that are still given.
 *
 * @returns names in the environment (`NAME`), and keys of the file (`section.key`)
 * @throws ArbiterError INVALID_REQUEST when the file cannot be read
 */
export function retiredVariables(
  { env, cwd, configFile }: ConfigSources,
  definitions: readonly ConfigDefinition[],
): readonly string[] {
  const { file } = readConfigFile(cwd, env, configFile);
  return definitions.flatMap(({ section, retired = {} }) => {
    const content = file?.sections.get(section);
    const keys = isMapping(content) ? Object.keys(content) : [];
    return Object.entries(retired).flatMap(([name, key]) => [
      ...[name, `${name}${FILE_SUFFIX}`].filter((one) => env[one] !== undefined && env[one] !== ''),
      ...(keys.includes(key) ? [`${section}.${key}`] : []),
    ]);
  });
}

/** One sentence for people. */
export function describeRetired(names: readonly string[]): string {
  return `Nothing reads ${names.join(', ')} any more: take ${names.length === 1 ? 'it' : 'them'} out.`;
}
