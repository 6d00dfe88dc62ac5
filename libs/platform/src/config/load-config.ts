import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArbiterError, didYouMean } from '@arbiter/contracts';
import {
  type AnyVariable,
  COMMON_SECTION,
  type ConfigDefinition,
  type ConfigValues,
  retiredKeysOf,
  type Variables,
  yamlKeyOf,
} from './define-config.js';
import { type ConfigFile, isMapping, readConfigFile } from './read-config-file.js';

/** Of the variable that names a file with the value of another. */
export const FILE_SUFFIX = '_FILE';

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative names start, and `config.yaml` is looked for if the folder is trusted. */
  readonly cwd: string;
  /** File to read instead of that of ARBITER_CONFIG. */
  readonly configFile?: string;
}

export type ValueOrigin = 'default' | 'file' | 'env';

export interface LoadedConfig<V extends Variables = Variables> {
  readonly definition: ConfigDefinition<V>;
  readonly values: ConfigValues<V>;
  readonly origins: Readonly<Record<keyof V, ValueOrigin>>;
  /** Absolute path of the file that was read; null when there is none. */
  readonly file: string | null;
  /** Absolute path of the `config.yaml` that was not read, since its folder is not trusted; null if there is none. */
  readonly ignoredFile: string | null;
}

/** One thing wrong with a configuration. */
export interface ConfigProblem {
  /** The variable of the environment, or the key of the file: `RETRIEVER_PORT`, `retriever_arm.port`. */
  readonly name: string;
  /** As it was written; `[redacted]` for a secret, null when nothing was given. */
  readonly given: string | null;
  readonly expected: string;
}

/**
 * Reads a configuration: environment over file over default. Which file, `readConfigFile` says.
 *
 * @throws ArbiterError INVALID_REQUEST that names every variable at fault, with `details.problems`
 */
export function loadConfig<V extends Variables>(
  definition: ConfigDefinition<V>,
  sources: ConfigSources,
): LoadedConfig<V> {
  const { file, ignored } = readConfigFile(sources.cwd, sources.env, sources.configFile);
  const sections = new SectionReader(definition, file);
  const problems: ConfigProblem[] = [...sections.problems];
  const values: Record<string, unknown> = {};
  const origins: Record<string, ValueOrigin> = {};

  for (const [key, variable] of Object.entries(definition.variables)) {
    const given = fromEnvironment(variable, sources);
    if (given && 'problem' in given) {
      problems.push(given.problem);
      continue;
    }
    const found = given ?? sections.find(key, variable);
    if (!found) {
      origins[key] = 'default';
      values[key] = variable.fallback();
      if (variable.required) problems.push({ name: variable.env, given: null, expected: variable.values });
      continue;
    }
    const reading = variable.read(found.raw);
    if (reading.ok) {
      origins[key] = found.origin;
      values[key] = reading.value;
    } else {
      problems.push({ name: found.name, given: reading.given, expected: reading.expected });
    }
  }
  if (problems.length > 0) throw configError(problems.map(sentenceOf), problems);

  const typed = Object.freeze(values) as ConfigValues<V>;
  const broken = definition.check?.(typed) ?? [];
  if (broken.length > 0) throw configError(broken, []);
  const typedOrigins = Object.freeze(origins) as Record<keyof V, ValueOrigin>;
  return Object.freeze({
    definition,
    values: typed,
    origins: typedOrigins,
    file: file?.path ?? null,
    ignoredFile: ignored,
  });
}

interface Found {
  readonly origin: ValueOrigin;
  readonly name: string;
  readonly raw: unknown;
}

/**
 * The value of `NAME`, or the content of the file that `NAME_FILE` names, without the newline at its end: whoever mounts
 * secrets as files keeps them out of the environment, which programs started from here and crash reports show.
 */
function fromEnvironment(
  { env: name }: AnyVariable,
  { env, cwd }: ConfigSources,
): Found | { readonly problem: ConfigProblem } | undefined {
  const raw = env[name];
  const isGiven = raw !== undefined && raw !== '';
  const fileName = `${name}${FILE_SUFFIX}`;
  const path = env[fileName];
  if (path === undefined || path === '') return isGiven ? { origin: 'env', name, raw } : undefined;
  if (isGiven)
    return {
      problem: { name: fileName, given: JSON.stringify(path), expected: `nothing, because ${name} is set as well` },
    };
  try {
    const content = readFileSync(resolve(cwd, path), 'utf8').replace(/\r?\n$/, '');
    if (content !== '') return { origin: 'env', name: fileName, raw: content };
  } catch {
    // Told below: why a file cannot be read differs from system to system.
  }
  return {
    problem: {
      name: fileName,
      given: JSON.stringify(path),
      expected: 'path of a file that can be read and is not empty',
    },
  };
}

/** Reads the app's own section, the shared ones, and the unknown keys of its own and of `common`. */
class SectionReader {
  readonly problems: ConfigProblem[] = [];
  /** Keys of parts joined with a dot, by section. */
  private readonly contents = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(
    private readonly definition: ConfigDefinition,
    private readonly file: ConfigFile | null,
  ) {
    const variables = Object.entries(definition.variables);
    const keysOf = (of: typeof variables): string[] => of.map(([key, variable]) => yamlKeyOf(key, variable));
    const keys = keysOf(variables);
    const retired = retiredKeysOf(definition.retired ?? {});
    this.contents.set(definition.section, this.section(definition.section, keys, retired));
    const shared = keysOf(variables.filter(([, { common }]) => common));
    this.contents.set(COMMON_SECTION, this.section(COMMON_SECTION, shared, retired));
    for (const [, { publishedIn }] of variables) {
      // The app that publishes it says what is wrong with its section.
      if (publishedIn !== undefined && !this.contents.has(publishedIn)) {
        const content = this.file?.sections.get(publishedIn);
        this.contents.set(publishedIn, isMapping(content) ? flattenParts(publishedIn, content, keys, []) : {});
      }
    }
    this.reportMisspelledSections();
  }

  find(key: string, variable: AnyVariable): Found | undefined {
    const name = yamlKeyOf(key, variable);
    const { publishedIn } = variable;
    const sections = [
      this.definition.section,
      ...(publishedIn !== undefined ? [publishedIn] : []),
      ...(variable.common ? [COMMON_SECTION] : []),
    ];
    for (const section of sections) {
      const content = this.contents.get(section) ?? {};
      // `port:` with nothing behind it is null, and means that nothing was set.
      const raw = Object.hasOwn(content, name) ? content[name] : undefined;
      if (raw !== undefined && raw !== null) return { origin: 'file', name: `${section}.${name}`, raw };
    }
    return undefined;
  }

  private section(
    name: string,
    known: readonly string[],
    retired: readonly string[],
  ): Readonly<Record<string, unknown>> {
    const content = this.file?.sections.get(name) ?? {};
    const flat = flattenParts(name, mappingAt(name, content, this.problems), [...known, ...retired], this.problems);
    const meant = [...known, ...partsOf(known)];
    for (const key of Object.keys(flat)) {
      if (!known.includes(key) && !retired.includes(key))
        this.problems.push(unknownKey(`${name}.${key}`, didYouMean(key, meant)));
    }
    return flat;
  }

  /** Other apps' sections are theirs to check; one that nearly has our name would be ignored in silence. */
  private reportMisspelledSections(): void {
    const ours = [this.definition.section, COMMON_SECTION];
    for (const name of this.file?.sections.keys() ?? []) {
      if (ours.includes(name)) continue;
      const meant = didYouMean(name, ours);
      if (meant !== undefined) this.problems.push(unknownKey(name, meant));
    }
  }
}

/** `vector_search` of `vector_search.url`. */
function partsOf(known: readonly string[]): string[] {
  return [...new Set(known.filter((key) => key.includes('.')).map((key) => key.slice(0, key.indexOf('.'))))];
}

/** A section with the keys of its parts joined with a dot. */
function flattenParts(
  name: string,
  content: Readonly<Record<string, unknown>>,
  known: readonly string[],
  problems: ConfigProblem[],
): Readonly<Record<string, unknown>> {
  const parts = partsOf(known);
  const entries = Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    if (!parts.includes(key)) return [[key, value]];
    const part = mappingAt(`${name}.${key}`, value ?? {}, problems);
    return Object.entries(part).map(([inner, of]) => [`${key}.${inner}`, of]);
  });
  return Object.fromEntries(entries);
}

function mappingAt(name: string, content: unknown, problems: ConfigProblem[]): Readonly<Record<string, unknown>> {
  if (isMapping(content)) return content;
  problems.push({ name, given: Array.isArray(content) ? 'a list' : typeof content, expected: 'a section with keys' });
  return {};
}

function unknownKey(name: string, meant: string | undefined): ConfigProblem {
  return { name, given: null, expected: meant === undefined ? 'no such key' : `no such key; did you mean "${meant}"?` };
}

function sentenceOf({ name, given, expected }: ConfigProblem): string {
  if (expected.startsWith('no such key')) return `${name}: ${expected}`;
  return given === null ? `${name} is missing: expected ${expected}` : `${name} is ${given}: expected ${expected}`;
}

function configError(sentences: readonly string[], problems: readonly ConfigProblem[]): ArbiterError {
  const head =
    sentences.length === 1 ? 'The configuration has a mistake.' : `The configuration has ${sentences.length} mistakes.`;
  return new ArbiterError('INVALID_REQUEST', [head, ...sentences.map((sentence) => `  - ${sentence}`)].join('\n'), {
    details: { problems, mistakes: sentences },
  });
}

/** One error for the configurations of several apps in one process; what they share is said once. */
export function combineConfigErrors(errors: readonly ArbiterError[]): ArbiterError {
  const mistakes = errors.flatMap(
    ({ message, details }) => (details.mistakes as readonly string[] | undefined) ?? [message],
  );
  const problems = errors.flatMap(({ details }) => (details.problems as readonly ConfigProblem[] | undefined) ?? []);
  const names = problems.map(({ name }) => name);
  return configError(
    [...new Set(mistakes)],
    problems.filter(({ name }, index) => names.indexOf(name) === index),
  );
}
