import { COMMON_SECTION, yamlKeyOf, type ConfigDefinition } from './define-config.js';
import { textOf } from './print-config.js';
import { CONFIG_FILE_VARIABLE, DEFAULT_CONFIG_FILE } from './read-config-file.js';

/** One row of the table of environment variables. */
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

/** The Markdown table of the variables of several apps, each common one once. */
export function configTable(definitions: readonly ConfigDefinition[]): string {
  const rows = new Map(
    [CONFIG_FILE_ROW, ...definitions.flatMap(describeConfig)].map((row) => [`${row.arm} ${row.name}`, row]),
  );
  const cell = (content: string) => content.replaceAll('|', '\\|');
  const code = (content: string) => (content === '' ? '' : `\`${content.replaceAll('|', '\\|')}\``);
  return [
    '| name | arm | default | values | meaning | in config.yaml |',
    '| --- | --- | --- | --- | --- | --- |',
    ...[...rows.values()].map(
      (row) =>
        `| ${code(row.name)} | ${row.arm} | ${cell(row.default)} | ${cell(row.values)} | ${cell(row.meaning)} | ${code(row.yaml)} |`,
    ),
    '',
  ].join('\n');
}
