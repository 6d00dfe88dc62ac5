import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { ArbiterError, CollectionName, DomainConfig, DomainSources } from '@arbiter/contracts';
import { type PackCode, toolModuleOf } from '@arbiter/ports';
import { isInside } from '../paths.js';
import { byPlace, type InspectedJson, inspectJson, type PackFinding } from './inspect-json.js';
import { CONFIG_FILE, readDomainPack } from './read-domain-pack.js';
import { CHANGELOG_FILE, readPackChangelog } from './read-pack-changelog.js';
import { findPackCode, moduleEntries, TOOLS_FOLDER } from './read-pack-code.js';
import { promptNames, PROMPTS_FOLDER, readPrompt } from './read-prompts.js';

const SOURCES_FILE = 'sources.json';
const DOCUMENTS_FOLDER = 'documents';
/** Keys of config.json that mean something; others are kept for whoever reads them. */
const CONFIG_KEYS = Object.keys(DomainConfig.shape);
const SOURCES_KEYS = ['files', 'web', 'feeds', 'git', 'pdfs'];

/** Letters that may differ for a key to be taken for a misspelt other. */
const SLIPS = 2;

/** What the pack will be used with. */
export interface PackSurroundings {
  /** Name of the embedding model; null where it is not known. */
  readonly embeddingModel: string | null;
  /** Absent: tools are not looked at but for their paths. */
  readonly tools?: ToolSurroundings;
}

export interface PackInspection {
  /** Absolute. */
  readonly folder: string;
  /** Null where config.json does not say. */
  readonly domain: string | null;
  /** Errors first, by file and line. */
  readonly findings: readonly PackFinding[];
}

/**
 * Looks at everything in a domain pack and says all that is wrong with it, where `readDomainPack` stops at the first.
 *
 * @throws ArbiterError FORBIDDEN when a file may not be read
 */
export async function inspectDomainPack(
  folder: string,
  surroundings: PackSurroundings,
  signal: AbortSignal,
): Promise<PackInspection> {
  const root = resolve(folder);
  const config = await inspectJson(root, CONFIG_FILE, DomainConfig);
  if (config === null) {
    const problem = `There is no ${CONFIG_FILE} in ${root}.`;
    const fix = 'Make a pack with `arbiter domain NAME --new`, or name the folder that holds one.';
    return { folder: root, domain: null, findings: [error(CONFIG_FILE, '', problem, fix)] };
  }
  const sources = await inspectSources(root, config);
  const findings = [
    ...config.findings,
    ...misspelt(CONFIG_FILE, config, CONFIG_KEYS),
    ...(config.value ? aboutConfig(root, config, config.value, surroundings) : []),
    ...(config.value
      ? await inspectTools(root, CONFIG_FILE, { ...config, value: config.value }, surroundings.tools)
      : []),
    ...sources,
    ...(await inspectPrompts(root, signal)),
    ...(await inspectChangelog(root)),
  ];
  if (findings.every(({ severity }) => severity === 'warning')) findings.push(...(await whatElse(root, signal)));
  return { folder: root, domain: config.value?.domain ?? null, findings: findings.sort(byPlace) };
}

function aboutConfig(
  root: string,
  { placeOf }: InspectedJson<DomainConfig>,
  { domain, vectorDatabase }: DomainConfig,
  { embeddingModel }: PackSurroundings,
): PackFinding[] {
  const findings: PackFinding[] = [];
  const add = (path: string[], problem: string, fix: string, severity: PackFinding['severity'] = 'warning'): void => {
    findings.push({ severity, file: CONFIG_FILE, ...placeOf(path), field: path.join('.'), problem, fix });
  };
  if (basename(root) !== domain) {
    add(
      ['domain'],
      `The domain is "${domain}" and its folder "${basename(root)}".`,
      'Give both one name: commands take that of config.json.',
    );
  }
  const named = vectorDatabase.embeddingModel;
  if (named !== undefined && embeddingModel !== null && named !== embeddingModel) {
    add(
      ['vectorDatabase', 'embeddingModel'],
      `The pack names the embedding model "${named}"; Arbiter runs with "${embeddingModel}" here.`,
      `Write "${embeddingModel}", or set EMBEDDING_MODEL=${named} and see that it can be had.`,
      'error',
    );
  }
  return findings;
}

async function inspectSources(root: string, config: InspectedJson<DomainConfig>): Promise<PackFinding[]> {
  const named = config.value?.ingestion.sources;
  const file = (named ?? SOURCES_FILE).replace(/^\.\//, '');
  const sources =
    isAbsolute(file) || !isInside(root, resolve(root, file)) ? null : await inspectJson(root, file, DomainSources);
  if (sources === null) {
    if (named !== undefined) {
      const fix = 'Correct the name, or write the file.';
      return [
        {
          ...error(CONFIG_FILE, 'ingestion.sources', `"ingestion.sources" is "${named}", which is not there.`, fix),
          ...config.placeOf(['ingestion', 'sources']),
        },
      ];
    }
    const problem = `There is neither ${SOURCES_FILE} nor a folder ${DOCUMENTS_FOLDER}: nothing is ingested.`;
    const fix = `Put documents into ${DOCUMENTS_FOLDER}/, or name them in ${SOURCES_FILE}.`;
    return (await exists(root, DOCUMENTS_FOLDER))
      ? []
      : [{ ...error(SOURCES_FILE, '', problem, fix), severity: 'warning' }];
  }
  const findings = [...sources.findings, ...misspelt(file, sources, SOURCES_KEYS)];
  for (const [index, { path, type }] of (sources.value?.files ?? []).entries()) {
    const at = (key: string) => ({
      ...error(file, `files.${index}.${key}`, '', ''),
      ...sources.placeOf(['files', index, key]),
    });
    const isWithin = !isAbsolute(path) && isInside(root, resolve(root, path));
    if (!isWithin || !(await exists(root, path))) {
      const problem = isWithin ? `"${path}" is not there.` : `"${path}" lies outside of the pack.`;
      findings.push({
        ...at('path'),
        problem,
        fix: 'Correct the path, which is relative to the pack, or put the file there.',
      });
    }
    if (type !== undefined && !CollectionName.safeParse(`${config.value?.domain ?? 'x'}_${type}`).success) {
      const problem = `"${type}" cannot be a part of a collection's name.`;
      findings.push({ ...at('type'), problem, fix: 'Use letters, digits, ".", "_" and "-" only.' });
    }
  }
  return findings;
}

async function inspectPrompts(root: string, signal: AbortSignal): Promise<PackFinding[]> {
  const findings: PackFinding[] = [];
  for (const name of await promptNames(root)) {
    signal.throwIfAborted();
    const file = `${PROMPTS_FOLDER}/${name}.md`;
    try {
      await readPrompt(root, name);
    } catch (thrown) {
      findings.push(told(file, ArbiterError.from(thrown)));
    }
  }
  return findings;
}

async function inspectChangelog(root: string): Promise<PackFinding[]> {
  try {
    await readPackChangelog(root);
    return [];
  } catch (thrown) {
    const failure = ArbiterError.from(thrown);
    const line = typeof failure.details.line === 'number' ? failure.details.line : null;
    return [{ ...told(CHANGELOG_FILE, failure), line }];
  }
}

/** What the inspection above does not look at, and reading the pack does. */
async function whatElse(root: string, signal: AbortSignal): Promise<PackFinding[]> {
  try {
    await readDomainPack(root, signal);
    return [];
  } catch (thrown) {
    const failure = ArbiterError.from(thrown);
    const file = typeof failure.details.file === 'string' ? failure.details.file : CONFIG_FILE;
    return [told(file.replace(`${basename(root)}/`, ''), failure)];
  }
}

function told(file: string, { message, details }: ArbiterError): PackFinding {
  const field = typeof details.field === 'string' ? details.field : '';
  // The sentence begins with the file, below the pack's folder.
  const problem = message.replace(new RegExp(`^\\S*${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}: `), '');
  return error(file, field, problem, 'Correct it as the sentence says.');
}

function misspelt(file: string, { written, placeOf }: InspectedJson<unknown>, known: readonly string[]): PackFinding[] {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return [];
  return nearMisses(Object.keys(written), known).map(({ key, meant }) => ({
    ...error(file, key, `"${key}" means nothing to Arbiter and is passed over.`, `Write "${meant}", if that is meant.`),
    ...placeOf([key]),
    severity: 'warning',
  }));
}

function error(file: string, field: string, problem: string, fix: string): PackFinding {
  return { severity: 'error', file, line: null, column: null, field, problem, fix };
}

async function exists(root: string, path: string): Promise<boolean> {
  try {
    return isInside(await realpath(root), await realpath(join(root, path)));
  } catch {
    return false;
  }
}

/** What the tools of a pack will be used with. */
export interface ToolSurroundings {
  /** Whether an entry of `tools.custom` is a tool that comes with Arbiter. */
  readonly isProvided: (entry: string) => boolean;
  /** What is wrong with the code of a pack; lines from 1, in the file of the entry. */
  readonly examine: (
    code: PackCode,
  ) => Promise<readonly { readonly entry: string; readonly message: string; readonly line: number | null }[]>;
}

type ReadConfig = InspectedJson<DomainConfig> & { readonly value: DomainConfig };

/** Everything that is wrong with `tools.custom` and the parsers of the pack, and with what they name. */
async function inspectTools(
  root: string,
  configFile: string,
  { value, placeOf }: ReadConfig,
  surroundings: ToolSurroundings | undefined,
): Promise<PackFinding[]> {
  const at = (path: readonly (string | number)[]) => ({
    file: configFile,
    ...placeOf([...path]),
    field: path.join('.'),
  });
  const entries = moduleEntries(value);
  const { code, faults } = await findPackCode(root, value);
  const findings = faults.map(({ path, ...said }): PackFinding => ({ severity: 'error', ...at(path), ...said }));
  for (const { entry, path, parser } of entries) {
    if (!surroundings || parser || toolModuleOf(entry) || surroundings.isProvided(entry)) continue;
    const problem = `No tool that comes with Arbiter is called "${entry}": the pack works without it.`;
    const fix = `Correct the name, or name code of the pack by its file in ${TOOLS_FOLDER}/, such as "dice.ts#DiceTool".`;
    findings.push({ severity: 'warning', ...at(path), problem, fix });
  }
  const problems = code && surroundings ? await surroundings.examine(code) : [];
  for (const { entry, message, line } of problems) {
    const place = at(entries.find((one) => one.entry === entry)?.path ?? []);
    const { file = '' } = toolModuleOf(entry) ?? {};
    const inCode = { ...place, file: `${TOOLS_FOLDER}/${file}`, line, column: null };
    const fix = 'Correct the module; until then the pack works without it.';
    findings.push({ severity: 'error', ...(line === null ? place : inCode), problem: message, fix });
  }
  return findings;
}

/** Known keys that an unknown one is likely to mean, the unknown ones of an object that mean none left out. */
function nearMisses(keys: readonly string[], known: readonly string[]): { key: string; meant: string }[] {
  const missing = known.filter((one) => !keys.includes(one));
  return keys
    .filter((key) => !known.includes(key))
    .flatMap((key) => {
      const meant = missing.find((one) => editDistance(key.toLowerCase(), one.toLowerCase()) <= SLIPS);
      return meant === undefined ? [] : [{ key, meant }];
    });
}

/** Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", 1966, row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
