import { configList, describeConfig, FILE_SUFFIX, type ConfigDefinition, type ConfigRow } from '@arbiter/platform';

/** Read by programs that have no configuration of their own, so no definition names them. */
const OTHER_VARIABLES = [
  ['TERM', '`dumb`', '`arbiter` writes no colours and no progress.'],
  ['NO_COLOR', 'any value', '`arbiter` writes no colours.'],
  ['ARBITER_DEBUG', '`1`', '`arbiter` shows where an error came from.'],
  ['HF_ENDPOINT', 'URL', 'Where `arbiter models --pull` gets models.'],
  ['NODE_EXTRA_CA_CERTS', 'path of a PEM file', 'Further authorities for certificates of servers.'],
] as const;

/** Names of the variables of {@link environmentPage}, those of the programs and those that name a file included. */
export function environmentVariables(definitions: readonly ConfigDefinition[]): string[] {
  const names = definitions.flatMap(describeConfig).map(({ name }) => name);
  const files = names.map((name) => `${name}${FILE_SUFFIX}`);
  return [...new Set(['ARBITER_CONFIG', ...names, ...files, ...OTHER_VARIABLES.map(([name]) => name)])];
}

/** The Markdown page of everything that can be set from outside, derived from the arms' definitions. */
export function environmentPage(definitions: readonly ConfigDefinition[]): string {
  return `# Environment

<!-- Written by \`node tools/docs/dist/main.js\` from the configuration of the arms. Do not edit. -->

The environment goes before the configuration file, the file before the default. The file is the one that ARBITER_CONFIG names,
else \`config.yaml\` of the working directory if you trust that folder (\`npx arbiter trust\`), else \`~/.config/arbiter/config.yaml\`.
An empty variable is not set. A start names all mistakes at once. \`npx arbiter config\` and \`--print-config\` of every app print
what holds and where it came from, without secrets. An entry tells values, the default in brackets, the meaning, and the key of \`config.yaml\`.

\`NAME_FILE=/run/secrets/name\` reads the variable \`NAME\` from that file; to set both is refused.

${configList(definitions)}
## Other programs

${OTHER_VARIABLES.map(([name, values, meaning]) => `- **\`${name}\`**: ${values}. ${meaning}`).join('\n')}

## As a file

A key stands in its section: \`common.log_level\` is \`log_level\` below \`common\`. Arms ignore the sections of others, but for stores and models in
\`retriever_arm\`: whoever writes to them uses the same. An unknown key is refused.
`;
}

/** Keys of a mapping to what stands under them, as YAML writes it. */
type YamlTree = Map<string, YamlTree | string>;

/** A config.yaml that changes nothing: every key at its default. */
export function configExample(definitions: readonly ConfigDefinition[]): string {
  const parts: YamlTree = new Map();
  for (const row of definitions.flatMap(describeConfig)) {
    if (row.yaml !== '' && row.default !== '') put(parts, row.yaml.split('.'), yamlScalar(row));
  }
  return yamlOf(parts, '');
}

function put(parts: YamlTree, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    parts.set(key, value);
    return;
  }
  const known = parts.get(key);
  const inner: YamlTree = known instanceof Map ? known : new Map<string, string | YamlTree>();
  parts.set(key, inner);
  put(inner, rest, value);
}

function yamlOf(parts: YamlTree, indent: string): string {
  return [...parts]
    .map(([key, value]) =>
      value instanceof Map ? `${indent}${key}:\n${yamlOf(value, `${indent}  `)}` : `${indent}${key}: ${value}\n`,
    )
    .join('');
}

/** A number where the text is one; any other text in quotes where YAML would read it as something else. */
function yamlScalar({ default: text }: ConfigRow): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}
