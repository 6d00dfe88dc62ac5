import { didYouMean } from '@arbiter/contracts';
import type { ConfigDefinition } from './define-config.js';
import { FILE_SUFFIX } from './load-config.js';
import { CONFIG_FILE_VARIABLE } from './read-config-file.js';

/** A variable of the environment that nothing reads, and that looks like one that something would. */
export interface MisspeltVariable {
  readonly name: string;
  /** Which may have been meant; the first one most likely. */
  readonly meant: readonly string[];
}

/** Read outside of the configurations. */
const FURTHER_VARIABLES = [CONFIG_FILE_VARIABLE, 'ARBITER_DEBUG'];

/** First words of variables that other programs have, too: what looks like a slip may be theirs (`OPENAI_API_KEY2`). */
const SHARED_FAMILIES: ReadonlySet<string> = new Set([
  'ANTHROPIC',
  'BRAVE',
  'ELASTICSEARCH',
  'LOG',
  'NATS',
  'OLLAMA',
  'OPENAI',
  'OTEL',
  'PATH',
  'QDRANT',
  'SEARXNG',
]);

/** Letters below which two names, or two words, are alike by chance. */
const MIN_NAME = 8;
const MIN_WORD = 6;

/** Longer names are nobody's slip; and they would take long to compare. */
const MAX_NAME = 64;

/** Variables that are told of; an environment is not a place for a thousand slips. */
const MOST_TOLD = 5;

/** Variables that Kubernetes sets for a service: `RETRIEVER_SERVICE_HOST`, `RETRIEVER_PORT_8006_TCP_ADDR`. */
const OF_KUBERNETES = /_SERVICE_(?:HOST|PORT)|_PORT_[0-9]+_/;

/**
 * Finds the variables that look misspelt: two edits from a name that is read, or of an app, with a word that is two edits from
 * one of such a name (`ORCHESTRATOR_TRESHOLD`).
 *
 * @param definitions of all apps of the process; variables of other apps are not known to it, nor are they reported
 */
export function misspeltVariables(
  env: Readonly<Record<string, string | undefined>>,
  definitions: readonly ConfigDefinition[],
): readonly MisspeltVariable[] {
  const read = new Set([
    ...definitions.flatMap(({ variables }) => Object.values(variables).map((variable) => variable.env)),
    ...FURTHER_VARIABLES,
  ]);
  const own = [...read].filter((name) => name.length >= MIN_NAME && !SHARED_FAMILIES.has(familyOf(name)));
  const families = definitions.map(({ section }) => familyOf(section.toUpperCase()));
  // Those of former versions are told of by `retiredVariables`.
  const retired = definitions.flatMap((definition) => Object.keys(definition.retired ?? {}));
  const known = new Set([...read, ...retired].flatMap((name) => [name, `${name}${FILE_SUFFIX}`]));
  return Object.entries(env)
    .filter(([name, value]) => value !== undefined && value !== '' && name.length <= MAX_NAME)
    .filter(([name]) => !known.has(name) && !OF_KUBERNETES.test(name))
    .flatMap(([name]) => {
      const meant = meantBy(name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : name, own, families);
      return meant.length > 0 ? [{ name, meant }] : [];
    })
    .slice(0, MOST_TOLD);
}

/** One sentence for people. */
export function describeMisspelt(variables: readonly MisspeltVariable[]): string {
  const told = variables.map(({ name, meant }) => `${name} (did you mean ${meant.join(' or ')}?)`);
  return `Nothing reads ${told.join(', ')}.`;
}

function meantBy(name: string, own: readonly string[], families: readonly string[]): readonly string[] {
  if (name.length < MIN_NAME) return [];
  const nearest = didYouMean(name, own);
  if (nearest !== undefined) return [nearest];
  const [family = '', ...words] = name.split('_');
  if (didYouMean(family, families) === undefined) return [];
  const ownWords = [...new Set(own.flatMap((one) => one.split('_')))].filter((word) => word.length >= MIN_WORD);
  // A word that is one of ours is spelt rightly.
  const slip = words.find((word) => !ownWords.includes(word) && didYouMean(word, ownWords) !== undefined);
  const word = slip === undefined ? undefined : didYouMean(slip, ownWords);
  return word === undefined ? [] : own.filter((one) => one.split('_').includes(word)).slice(0, MOST_TOLD);
}

function familyOf(name: string): string {
  return name.split('_', 1)[0] ?? name;
}
