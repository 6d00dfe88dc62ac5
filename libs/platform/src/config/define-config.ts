import { z } from 'zod';
import { REDACTED, redactUnreadCredentials } from '../redact.js';

/** Section of config.yaml that holds the variables which all apps share. */
export const COMMON_SECTION = 'common';

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
  /** Variables of former versions, by their names in the environment. A user who sets one is told; it changes nothing. */
  readonly retired?: Readonly<Record<string, RetiredVariable>>;
  /** Rules that span several variables: one sentence per rule that is broken. Runs once each variable is good. */
  check?(values: ConfigValues<V>): readonly string[];
}

/** Key in the section or in `common`, null where another variable reads it; with what replaces the variable, if anything does. */
export type RetiredVariable = string | null | { readonly key: string | null; readonly now: string };

/** Key of a retired variable, and what replaces it. */
export function readRetired(retired: RetiredVariable): { readonly key: string | null; readonly now?: string } {
  return typeof retired === 'object' && retired !== null ? retired : { key: retired };
}

/**
 * Declares the configuration of one app: the only place where its variables are named.
 *
 * @throws RangeError when two variables share a name in the environment or a key in the file
 */
export function defineConfig<V extends Variables>(definition: ConfigDefinition<V>): ConfigDefinition<V> {
  const entries = Object.entries(definition.variables);
  const { retired = {} } = definition;
  refuseTwice([...entries.map(([, { env }]) => env), ...Object.keys(retired)]);
  refuseTwice([...entries.map(([key, variable]) => yamlKeyOf(key, variable)), ...retiredKeysOf(retired)]);
  return Object.freeze({ ...definition });
}

/** Keys in config.yaml that only variables of former versions have. */
export function retiredKeysOf(retired: NonNullable<ConfigDefinition['retired']>): readonly string[] {
  return Object.values(retired)
    .map((each) => readRetired(each).key)
    .filter((key) => key !== null);
}

/** Key of a variable in its section of config.yaml. */
export function yamlKeyOf(key: string, { yaml }: AnyVariable): string {
  return yaml ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RangeError(`two variables are called ${twice}`);
}

export interface VariableSpecification<S extends z.ZodType> {
  /** Name in the environment. An empty value counts as absent: compose files write `NAME=` for "not set". */
  readonly env: string;
  /**
   * Key in the app's section of config.yaml; a dot leads into a part of it (`vector_search.url`). Default: the name of the
   * variable in snake_case.
   */
  readonly yaml?: string;
  /** Takes the text of the environment as well as the typed value of the file; see value-schemas.ts. */
  readonly schema: S;
  /** One sentence for people. */
  readonly description: string;
  /** Never printed, logged or quoted in an error. */
  readonly secret?: boolean;
  /** What may stand there, for people, where the schema does not say it well enough: "a URL such as nats://127.0.0.1:4222". */
  readonly values?: string;
  /** Shared by all apps: may also stand in the section `common` of config.yaml. */
  readonly common?: boolean;
  /** Section of config.yaml that it is published in; apps of other sections that share it read it there too. */
  readonly publishedIn?: string;
}

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly given: string; readonly expected: string };

/** One setting: where it comes from, what it may be, and what it means. */
export interface Variable<T> {
  readonly env: string;
  readonly yaml: string | undefined;
  readonly description: string;
  readonly secret: boolean;
  readonly common: boolean;
  readonly publishedIn: string | undefined;
  readonly required: boolean;
  /** What may stand there, for people: "whole number from 1 to 65535". */
  readonly values: string;
  /** What holds when nothing is given; undefined when there is no such value. */
  readonly default: unknown;
  /** Checks a value as the environment or the file gives it. The reading of a bad secret does not quote it. */
  read(raw: unknown): Reading<T>;
  /** The value when nothing is given. */
  fallback(): T;
}

export type AnyVariable = Variable<unknown>;

/**
 * Declares a setting. With a `default` it is always there, with `required` its absence is an error, with neither it may
 * be undefined.
 *
 * @throws RangeError when the default does not satisfy the schema
 */
export function variable<S extends z.ZodType>(
  specification: VariableSpecification<S> & ({ readonly default: z.output<S> } | { readonly required: true }),
): Variable<z.output<S>>;
export function variable<S extends z.ZodType>(
  specification: VariableSpecification<S>,
): Variable<z.output<S> | undefined>;
export function variable<S extends z.ZodType>(
  specification: VariableSpecification<S> & { readonly default?: z.output<S>; readonly required?: true },
): Variable<z.output<S> | undefined> {
  const { env, yaml, schema, description, publishedIn } = specification;
  const { secret = false, common = false, required = false } = specification;
  const values = specification.values ?? describeValues(schema);
  if (specification.default !== undefined && !schema.safeParse(specification.default).success) {
    throw new RangeError(`the default of ${env} is not ${values}`);
  }
  return Object.freeze({
    env,
    yaml,
    description,
    secret,
    common,
    publishedIn,
    required,
    values,
    default: specification.default,
    read(raw: unknown): Reading<z.output<S>> {
      const parsed = schema.safeParse(raw);
      if (parsed.success) return { ok: true, value: parsed.data };
      return { ok: false, given: secret ? REDACTED : quoted(raw), expected: values };
    },
    fallback: () => specification.default,
  });
}

/** As it was given, for the words of an error, without what may be the password of a URL. */
function quoted(raw: unknown): string {
  return JSON.stringify(typeof raw === 'string' ? redactUnreadCredentials(raw) : raw);
}

/** What a schema accepts, in words, as far as its JSON Schema says. */
function describeValues(schema: z.ZodType): string {
  const { type, enum: members, minimum, maximum, minLength } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  if (members) return members.map(String).join(' | ');
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'whole number' : 'number'}${rangeOf(minimum, maximum)}`;
  if (type === 'boolean') return 'true | false';
  if (type === 'array') return 'comma-separated list';
  return minLength !== undefined && minLength > 1 ? `text of at least ${minLength} characters` : 'text';
}

/** Zod states the range of JavaScript's integers where a schema sets no other. */
function rangeOf(minimum: number | undefined, maximum: number | undefined): string {
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (low === undefined) return high === undefined ? '' : ` up to ${high}`;
  return high === undefined ? ` from ${low}` : ` from ${low} to ${high}`;
}
