import type { AnyVariable, Variable } from './variable.js';

export type Variables = Readonly<Record<string, AnyVariable>>;

/** The typed, frozen values of a configuration. */
export type ConfigValues<V extends Variables> = {
  readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never;
};

export interface ConfigDefinition<V extends Variables = Variables> {
  /** Folder name of the app: `retriever-arm`. */
  readonly app: string;
  /** Its section in config.yaml: `retriever_arm`. */
  readonly section: string;
  readonly variables: V;
  /** Rules that span several variables: one sentence per rule that is broken. Runs once each variable is good. */
  check?(values: ConfigValues<V>): readonly string[];
}

/** Section of config.yaml that holds the variables which all apps share. */
export const COMMON_SECTION = 'common';

/**
 * Declares the configuration of one app: the only place where its variables are named.
 *
 * @throws RangeError when two variables share a name in the environment or a key in the file
 */
export function defineConfig<V extends Variables>(definition: ConfigDefinition<V>): ConfigDefinition<V> {
  const entries = Object.entries(definition.variables);
  refuseTwice(entries.map(([, { env }]) => env));
  refuseTwice(entries.map(([key, variable]) => yamlKeyOf(key, variable)));
  return Object.freeze({ ...definition });
}

/** Key of a variable in its section of config.yaml. */
export function yamlKeyOf(key: string, { yaml }: AnyVariable): string {
  return yaml ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RangeError(`two variables are called ${twice}`);
}
