import { BattleScribeParser } from '@arbiter/adapters-battlescribe';
import { DataSet, readCatalogue, type Catalogue } from '@arbiter/adapters-battlescribe/catalogue';
import { compareCodeUnits } from '@arbiter/contracts';
import type { RelatedFiles } from '@arbiter/ports';
import { chunkDocument } from '@arbiter/text';
import { buildList } from '@arbiter/warhammer-40k-tools/roster';
import {
  PUBLISHED_SIZE,
  tabletopDataSet,
  tabletopRecords,
  type TabletopSize,
} from '@arbiter/warhammer-40k-tools/testing';
import { describeMachine, type BenchReport } from './benchmark.js';

export interface TabletopBenchOptions {
  readonly size?: TabletopSize;
  /** Ends of the names of catalogues that lists are built for. */
  readonly armies?: readonly string[];
}

/** Sizes of the ingestion worker, in tokens. */
const SIZES = { targetTokens: 160, maxTokens: 208, overlapTokens: 24 };
/** Characters of a token of the packaged embedder, in texts like these. */
const TOKEN_LENGTH = 3.6;
/** No list costs as much, since all units cost multiples of five: no search ends before its steps. */
const LIMIT = 1_997;
/** As the tool bounds a search. */
const IMPROVEMENT_STEPS = 2_000;
const MB = 1e6;

/** A data set of the published size: reading and cutting it, and lists from it, in seconds of the processor. */
export async function benchTabletop({
  size = PUBLISHED_SIZE,
  armies = ['Necrons', 'Space Marines', 'Space Wolves', 'Adeptus Custodes'],
}: TabletopBenchOptions = {}): Promise<BenchReport> {
  const machine = describeMachine();
  const files = tabletopDataSet(size);
  const read = await readAll(files);
  const lists = armies.map((army) => [camelCase(army), listFor(army, size)] as const);
  return {
    name: 'tabletop',
    machine,
    versions: {},
    figures: {
      files: files.size,
      megabytes: [...files.values()].reduce((sum, { length }) => sum + length, 0) / MB,
      ...read,
      ...Object.fromEntries(
        lists.flatMap(([army, list]) => Object.entries(list).map(([name, figure]) => [`${army}${name}`, figure])),
      ),
    },
    notes: [
      'Seconds are of the processor, garbage collection included, so that other load hardly counts.',
      `chunks are cut with ${TOKEN_LENGTH} characters for a token; embedding and storing them is not in these figures.`,
      `Each list is for ${LIMIT} points: to the first legal one, and after ${IMPROVEMENT_STEPS} more.`,
    ],
  };
}

async function readAll(files: ReadonlyMap<string, Uint8Array>): Promise<Record<string, number>> {
  const parser = new BattleScribeParser();
  const related: RelatedFiles = {
    names: [...files.keys()].sort(compareCodeUnits),
    read: (name) => Promise.resolve(files.get(name) ?? new Uint8Array(0)),
  };
  const { signal } = new AbortController();
  let [readSeconds, cutSeconds, characters, chunks, units, slowestFileSeconds] = [0, 0, 0, 0, 0, 0];
  for (const [name, bytes] of files) {
    const began = processorSeconds();
    const document = await parser.parse({ name, bytes, related, signal });
    const wasRead = processorSeconds();
    const countTokens = (texts: readonly string[]): Promise<number[]> =>
      Promise.resolve(texts.map(({ length }) => Math.ceil(length / TOKEN_LENGTH)));
    characters += document.text.length;
    chunks += (await chunkDocument(document, { ...SIZES, countTokens })).length;
    cutSeconds += processorSeconds() - wasRead;
    readSeconds += wasRead - began;
    slowestFileSeconds = Math.max(slowestFileSeconds, wasRead - began);
    units += (document.entities ?? []).filter(({ type }) => type === 'unit').length;
  }
  return { units, megacharacters: characters / MB, chunks, readSeconds, cutSeconds, slowestFileSeconds };
}

function listFor(army: string, size: TabletopSize): Record<string, number> {
  const data = armyOf(army, size);
  const began = processorSeconds();
  const first = buildList(data, { limit: LIMIT, maxSteps: Infinity, improvementSteps: 0 });
  const legal = processorSeconds();
  const best = buildList(data, { limit: LIMIT, maxSteps: Infinity, improvementSteps: IMPROVEMENT_STEPS });
  return {
    LegalSteps: first.steps,
    LegalSeconds: legal - began,
    Seconds: processorSeconds() - legal,
    Points: best.kind === 'built' ? best.cost : 0,
  };
}

/** An army with all that its catalogue draws on. */
function armyOf(army: string, size: TabletopSize): DataSet {
  const catalogues = [...tabletopRecords(size).values()]
    .map((record) => readCatalogue(record))
    .filter((one) => one !== null);
  const primary = catalogues.find(({ kind, name }) => kind === 'catalogue' && name.endsWith(army));
  if (!primary) throw new RangeError(`no catalogue is called "${army}"`);
  const drawn = new Set(drawsOf(primary));
  for (const id of drawn)
    for (const one of catalogues.filter((other) => other.id === id)) for (const more of drawsOf(one)) drawn.add(more);
  return new DataSet(
    primary,
    catalogues.filter((one) => one !== primary && drawn.has(one.id)),
  );
}

function drawsOf({ gameSystemId, catalogueLinks }: Catalogue): string[] {
  return [gameSystemId, ...catalogueLinks.map(({ targetId }) => targetId)];
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MB;
}

/** "Space Wolves" → "spaceWolves" */
function camelCase(words: string): string {
  const joined = words.replaceAll(' ', '');
  return `${joined.charAt(0).toLowerCase()}${joined.slice(1)}`;
}
