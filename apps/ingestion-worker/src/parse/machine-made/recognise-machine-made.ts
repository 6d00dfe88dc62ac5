import type { MachineKind } from '@arbiter/contracts';
import { featuresOf, type TextFeatures } from './text-features.js';

/** A shorter text is an example, whoever made it. Characters that are no white space. */
const MIN_CHARACTERS = 240;
/** In UTF-16 code units: the head of a text that is longer than all parts, and as much of its middle and of its end. */
const HEAD = 32_768;
const PART = 16_384;

/** Heads that generators write; people write such words as well, so the shape of the text has its say. */
const GENERATED_HEAD =
  /\b(?:auto-?generated|generated (?:by|from|with|on|at|code|file)|do not (?:edit|modify)|@generated)\b/i;
const HEAD_OF_NOTICE = 600;
const HEAD_LINES = 5;
/** Generated references are read by people; only those that hardly have words are not. */
const MARKUP = /\.(?:md|mdx|markdown|html?|rst|adoc|org|txt)$/;

/** Lists that people write by hand have fewer. */
const MANY_KEYS = 40;

/** Text that has at least this share of prose answers as prose, whatever wrote it. */
const PROSE = 0.35;
/** Of that much prose is a text that its name alone makes suspicious. */
const LITTLE_PROSE = 0.2;

interface Evidence {
  readonly text: string;
  /** Without folders, lower case. */
  readonly name: string;
  readonly features: TextFeatures;
}

type Rule = readonly [MachineKind, (evidence: Evidence) => boolean];

/** Marks that a format prescribes: keys that occur together, and heads. */
const FORMATS: readonly Rule[] = [
  [
    'lock-file',
    ({ text }) =>
      /^(?:[ {]*"lockfileVersion" ?:|lockfileVersion:|# yarn lockfile)/m.test(text.slice(0, HEAD_OF_NOTICE)) ||
      atLeast(text, /\b(?:integrity|checksum|content-hash|h1)\b"?[ :=]{1,3}"?(?:sha\d+[-:=])?[\w+/=]{32}/g, 4),
  ],
  ['coverage', ({ text }) => atLeast(text, /^(?:DA:\d+,\d+|SF:\S+)$/gm, 8) || /"statementMap" ?:/.test(text)],
  ['snapshot', ({ text }) => atLeast(text, /^exports\[`/gm, 2)],
];

/** Names that tools give to what they write. */
const NAMES: readonly (readonly [MachineKind, RegExp])[] = [
  ['minified', /\.min\.(?:js|css|mjs)$/],
  ['source-map', /\.map$/],
  ['snapshot', /\.snap$/],
  ['log', /\.log$/],
  ['coverage', /^(?:lcov\.info|coverage(?:-final|-summary)?\.json|clover\.xml)$/],
  ['lock-file', /(?:^|[-.])lock(?:file)?(?:\.(?:json|ya?ml|txt|toml))?$/],
];

/**
 * Recognises text that programs write for programs, by its content and shape first and its name second. Settings, price lists, source
 * code and other text that people write and ask about is none of it. The thresholds were set on one half of a labelled set and
 * measured on the other (recognise-machine-made.spec).
 *
 * @param name of the file, with or without folders
 * @returns null for text that people wrote, and for a text too short to tell
 */
export function recogniseMachineMade(text: string, name: string): MachineKind | null {
  const sample = sampleOf(text);
  const features = featuresOf(sample);
  if (features.characters < MIN_CHARACTERS) return null;
  const evidence = { text: sample, name: name.slice(name.lastIndexOf('/') + 1).toLowerCase(), features };
  if (isApiDescription(sample)) return 'api-description';
  if (isSourceMap(sample)) return 'source-map';
  if (features.prose >= PROSE) return null;
  const [format] = FORMATS.find(([, holds]) => holds(evidence)) ?? [];
  return format ?? byShape(evidence) ?? byName(evidence);
}

/** OpenAPI: its descriptions are prose, but generators copy them from elsewhere. */
function isApiDescription(text: string): boolean {
  const begins = /^[ {]*"?(?:openapi|swagger)"? ?: ?["']?\d/m.test(text.slice(0, HEAD_OF_NOTICE));
  return begins && /(?:^|[{, ])"?paths"? ?:/m.test(text);
}

/** They may hold the whole sources, comments included. */
function isSourceMap(text: string): boolean {
  return /^\s{0,4}\{\s{0,4}"version" ?: ?3,/.test(text) && /"(?:mappings|sources)" ?:/.test(text);
}

function byShape({ text, name, features }: Evidence): MachineKind | null {
  const { longLines, spaces, numbers, digests, words } = features;
  const isJson = /^[[{]/.test(text.slice(0, HEAD_OF_NOTICE).trimStart());
  if (isLog(text)) return 'log';
  if (!isJson && !MARKUP.test(name) && longLines > 0.5 && spaces < 0.12) return 'minified';
  const machine = numbers + digests;
  const kind = digests > numbers ? 'records' : 'measurements';
  if (machine >= 0.7 && words <= 0.15) return kind;
  const byKeys = isJson ? kindByKeys(features) : null;
  if (byKeys) return byKeys;
  const notice = text.slice(0, HEAD_OF_NOTICE).split('\n', HEAD_LINES);
  const mostWords = MARKUP.test(name) ? 0.4 : 1;
  return words < mostWords && notice.some((line) => GENERATED_HEAD.test(line)) ? 'generated' : null;
}

function kindByKeys({ prose, keys, numbers, unrounded, digests }: TextFeatures): MachineKind | null {
  if (keys < MANY_KEYS || prose >= 0.1) return null;
  if (digests >= 0.1 && numbers + digests >= 0.35) return 'records';
  return numbers >= 0.35 && unrounded >= 0.25 ? 'measurements' : null;
}

function byName({ name, features }: Evidence): MachineKind | null {
  if (features.prose >= LITTLE_PROSE) return null;
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

const STAMP = String.raw`\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[.,\dZ+:-]*\]?`;
const LEVEL = String.raw`\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?`;
/** A time followed by a level, a component or a pair; a level alone; the address of a client. A speaker's name is none of them. */
const LOG_LINE = new RegExp(
  String.raw`^(?:${STAMP}\s+(?:${LEVEL}\b|\[[\w.:-]+\]|[\w.-]+=|[\w.-]+\[\d+\]:)|${LEVEL}[:\s]|(?:\d{1,3}\.){3}\d{1,3} |[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d [\w.-]+ [\w./-]+(?:\[\d+\])?:|\{"(?:ts|time|timestamp|level)":)`,
);
const MIN_LOG_LINES = 5;

/** Whether most lines begin as those of a log do. */
function isLog(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s+(?:at |\S)/.test(line));
  const logged = lines.filter((line) => LOG_LINE.test(line.slice(0, 200))).length;
  return logged >= MIN_LOG_LINES && logged >= lines.length * 0.6;
}

function atLeast(text: string, pattern: RegExp, count: number): boolean {
  let found = 0;
  for (const _ of text.matchAll(pattern)) {
    found += 1;
    if (found >= count) return true;
  }
  return false;
}

/** A text whole, or its head, its middle and its end. */
function sampleOf(text: string): string {
  if (text.length <= HEAD + 2 * PART) return text;
  const middle = (text.length - PART) >> 1;
  return [text.slice(0, HEAD), text.slice(middle, middle + PART), text.slice(-PART)].join('\n');
}
