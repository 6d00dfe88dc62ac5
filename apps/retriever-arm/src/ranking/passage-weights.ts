import { isPreferred, type MachineKind, machineKindOf } from '@arbiter/contracts';
import type { Chunk } from '@arbiter/ports';
import { spacedWords } from '@arbiter/text';

/**
 * Share of its lead that machine-made text keeps (`weighScores`), and what a preferred path gains. Chosen on the odd questions of
 * machine-made.system.spec, whose even ones were asked once.
 */
export const MACHINE_MADE_WEIGHT = 0.5;
export const PREFERRED_WEIGHT = 1.25;

/** How questions call the kinds of machine-made text. */
const KIND_NAMES: Readonly<Record<MachineKind, RegExp>> = {
  'lock-file': /\block ?files?\b/,
  minified: /\bminified\b/,
  'source-map': /\bsource ?maps?\b/,
  log: /\blog ?files?\b|\bin (?:the|our|my) logs?\b/,
  coverage: /\bcoverage (?:reports?|files?|data|results?)\b/,
  'api-description': /\b(?:openapi|swagger)\b/,
  snapshot: /\bsnapshot files?\b/,
  measurements: /\bbenchmark (?:results?|runs?)\b|\b(?:csv|json) files?\b/,
  records: /\b(?:csv|json) files?\b/,
  generated: /\bgenerated (?:code|files?)\b/,
};

/** Words that nobody uses in prose: joined by signs, capitals inside, letters and digits mixed. */
const IDENTIFIER = /[_/]|\p{Ll}\p{Lu}|\d\.\d+\.|\p{L}\d|\d\p{L}|\p{L}\.\p{Ll}{2}/u;
const MIN_IDENTIFIER = 4;

type Origin = Pick<Chunk, 'id' | 'text' | 'source' | 'metadata'>;

/**
 * What the origin of each passage counts in the ranking. Machine-made text counts less than what people wrote, unless the question
 * names its file or kind, or something that only machine-made text holds.
 *
 * @param query as it was asked
 * @param passages all that are ranked against each other; marked ones alone unless {@link namesMachineText}
 * @returns by id, only those that do not count 1
 */
export function passageWeights(query: string, passages: readonly Origin[]): ReadonlyMap<string, number> {
  const asked = query.toLowerCase();
  const written = passages.filter(({ metadata }) => machineKindOf(metadata) === null);
  const named = identifiersIn(query).filter((name) => !written.some((passage) => holds(passage, name)));
  const weights = new Map<string, number>();
  for (const passage of passages) {
    const kind = machineKindOf(passage.metadata);
    const isAsked =
      kind !== null &&
      (KIND_NAMES[kind].test(asked) || namesFile(asked, passage.source) || named.some((name) => holds(passage, name)));
    const weight =
      (kind === null || isAsked ? 1 : MACHINE_MADE_WEIGHT) * (isPreferred(passage.metadata) ? PREFERRED_WEIGHT : 1);
    if (weight !== 1) weights.set(passage.id, weight);
  }
  return weights;
}

/** Whether machine-made text holds what the query names: it counts fully then unless what people wrote holds it, too. */
export function namesMachineText(query: string, passages: readonly Origin[]): boolean {
  const made = passages.filter(({ metadata }) => machineKindOf(metadata) !== null);
  return identifiersIn(query).some((name) => made.some((passage) => holds(passage, name)));
}

function identifiersIn(query: string): string[] {
  return spacedWords(query)
    .filter((token) => token.length >= MIN_IDENTIFIER && IDENTIFIER.test(token))
    .map((token) => token.toLowerCase());
}

function holds({ text }: Origin, name: string): boolean {
  return text.toLowerCase().includes(name);
}

/** Whether the question holds the name of the file, without its folders. */
function namesFile(asked: string, source: string): boolean {
  const name = source.slice(source.lastIndexOf('/') + 1).toLowerCase();
  const at = name.includes('.') ? asked.indexOf(name) : -1;
  return at !== -1 && !/[\p{L}\p{N}_]/u.test(`${asked.charAt(at - 1)}${asked.charAt(at + name.length)}`);
}
