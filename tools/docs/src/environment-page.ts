import { configTable, describeConfig, type ConfigDefinition, type ConfigRow } from '@arbiter/platform';

/** Read by programs that have no configuration of their own, so no definition names them. */
const OTHER_VARIABLES = [
  ['TERM', '`dumb`', 'The `arbiter` command writes without colours and without progress.'],
  ['NO_COLOR', 'any value', 'The `arbiter` command writes without colours.'],
  ['ARBITER_DEBUG', '`1`', 'The `arbiter` command shows where an error came from.'],
] as const;

/** Names of the variables of {@link environmentPage}, those of the programs included. */
export function environmentVariables(definitions: readonly ConfigDefinition[]): string[] {
  const names = definitions.flatMap(describeConfig).map(({ name }) => name);
  return [...new Set(['ARBITER_CONFIG', ...names, ...OTHER_VARIABLES.map(([name]) => name)])];
}

/** The Markdown page of everything that can be set from outside, derived from the arms' definitions. */
export function environmentPage(definitions: readonly ConfigDefinition[]): string {
  return `# Environment

<!-- Written by \`node tools/docs/dist/main.js\` from the configuration of the arms. Do not edit. -->

What each arm can be told. The environment goes before \`config.yaml\` in the working directory, which goes before the
default; an empty variable counts as one that is not set. A value that is not allowed is refused at start, and all mistakes
are named at once. \`npx arbiter config\` prints what holds and where it came from, and every app does so with
\`--print-config\`; secrets are not shown.

${configTable(definitions)}
Besides these:

| name | values | meaning |
| --- | --- | --- |
${OTHER_VARIABLES.map(([name, values, meaning]) => `| \`${name}\` | ${values} | ${meaning} |`).join('\n')}

## As a file

Everything that has a default, written as \`config.yaml\`. The sections of the arms are ignored by the other arms, so that
one file serves all; a key that nobody knows is refused.

\`\`\`yaml
${configExample(definitions)}\`\`\`
`;
}

/** A config.yaml that changes nothing: every key at its default. */
export function configExample(definitions: readonly ConfigDefinition[]): string {
  const sections = new Map<string, Map<string, string>>();
  for (const row of definitions.flatMap(describeConfig)) {
    const [section = '', key = ''] = row.yaml.split('.');
    if (row.default === '') continue;
    sections.set(section, (sections.get(section) ?? new Map<string, string>()).set(key, yamlScalar(row)));
  }
  return [...sections]
    .map(([name, keys]) => `${name}:\n${[...keys].map(([key, value]) => `  ${key}: ${value}\n`).join('')}`)
    .join('');
}

/** A number where the text is one; any other text in quotes where YAML would read it as something else. */
function yamlScalar({ default: text }: ConfigRow): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}
