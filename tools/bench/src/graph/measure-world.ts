import { Changelog, type RecordedEntry } from '@arbiter/changelog';
import { ChangelogEntry, GraphSchema } from '@arbiter/contracts';
import { edgesOf } from '@arbiter/graph';
import { preferentialAttachment } from '@arbiter/graph/testing';
import {
  type EvidenceSentence,
  type GraphSnapshot,
  KnowledgeGraph,
  previewOf,
  rankEntities,
  readTarget,
  SNAPSHOT_FORMAT,
  World,
} from '@arbiter/knowledge-graph';
import { percentile } from '../benchmark.js';

export type SecondsOf = <T>(work: () => T) => { readonly seconds: number; readonly value: T };

export interface WorldOptions {
  readonly entities: number;
  readonly queries: number;
  readonly changes: number;
}

/** Sentences that are judged for a question: 24 passages of five. */
const SENTENCES = 120;
/** Previews of a question, as published. */
const PREVIEWS = 20;
const RELATIONS = ['located_in', 'kept_by', 'member_of', 'led_by', 'supplies', 'allied_with'] as const;
const STATUSES = ['destroyed', 'repaired', 'closed for repairs', 'dead', 'promoted', 'open again'] as const;
const SENTENCE_LENGTH = 80;

/** Graph queries as `retriever.previews` makes them once sentences have been judged, with and without a long changelog. */
export function measureWorld(
  { entities, queries, changes }: WorldOptions,
  secondsOf: SecondsOf,
): Record<string, number> {
  const snapshot = snapshotOf(entities);
  const entries = changesOf(entities, changes);
  const { value: graph, seconds: worldBuildSeconds } = secondsOf(() => new KnowledgeGraph(snapshot));
  const plain = new World(graph, []);
  const { value: changed, seconds: overlayBuildSeconds } = secondsOf(() => new World(graph, entries));
  const timesOf = (world: World, from: number): number[] =>
    Array.from({ length: queries }, (_, at) => secondsOf(() => query(world, from + at)).seconds * 1_000);
  // Both take turns after a warm-up, so that neither has the warmer caches.
  timesOf(plain, 0);
  timesOf(changed, 0);
  const [before, after]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    before.push(...timesOf(plain, round));
    after.push(...timesOf(changed, round));
  }
  const added = (share: number): number => percentile(after, share) / percentile(before, share) - 1;
  return {
    worldBuildSeconds,
    overlayBuildSeconds,
    worldQueryP95Ms: percentile(before, 0.95),
    changedQueryP95Ms: percentile(after, 0.95),
    overlayShare: added(0.5),
    overlayShareP95: added(0.95),
    changedUnavailable: graph.entities.filter(({ id }) => changed.isUnavailable(id)).length,
  };
}

const ROUNDS = 3;

/** One question: read, rank, preview. */
function query(world: World, number: number): unknown {
  const { graph } = world;
  const named = graph.entities[(number * 7_919) % graph.entities.length]?.name ?? '';
  const target = readTarget(`Which place is near ${named}, and who keeps it?`, graph);
  return rankEntities(target, evidenceOf(graph, number), world)
    .slice(0, PREVIEWS)
    .map(({ node }) => previewOf(world, node));
}

function evidenceOf({ snapshot }: KnowledgeGraph, number: number): EvidenceSentence[] {
  return Array.from({ length: SENTENCES }, (_, at) => {
    const document = (number * 31 + at * 97) % snapshot.documents.length;
    return {
      documentId: snapshot.documents[document]?.id ?? '',
      start: 0,
      end: SENTENCE_LENGTH,
      text: `${snapshot.documents[document]?.title ?? ''} is a place of some renown near the river.`,
      probability: ((at * 37) % 100) / 100,
      span: at % 3 === 0 ? { start: 0, end: SENTENCE_LENGTH / 2, probability: 0.5 } : null,
    };
  });
}

/** A world of places, people and groups: a document each, which names the next few as well. */
function snapshotOf(count: number): GraphSnapshot {
  const links = preferentialAttachment({ nodes: count, edgesPerNode: 2, seed: 1 });
  const types = ['place', 'person', 'organisation'];
  const evidence = { document: 0, start: 0, end: SENTENCE_LENGTH };
  return {
    ...{ format: SNAPSHOT_FORMAT, collection: 'bench', version: 'bench', changelogEvent: 0, changelogSession: null },
    schema: GraphSchema.parse({ entityTypes: types }),
    documents: Array.from({ length: count }, (_, at) => ({
      ...{ id: `d${at}`, title: nameOf(at), source: `${at}.md`, session: null },
    })),
    entities: Array.from({ length: count }, (_, at) => ({
      ...{ id: `e${at}`, name: nameOf(at), type: types[at % types.length] ?? '', aliases: [`E-${at}`] },
      ...{
        definition: `${nameOf(at)} is a place of some renown near the river.`,
        definedAt: { ...evidence, document: at },
      },
      ...{ describedIn: [at], nameVotes: {} },
      importance: { degree: 1 / (at + 1), betweenness: 0, pageRank: 1 / (at + 1), composite: 1 / (at + 1) },
    })),
    relations: [...edgesOf(links)].map(([from, to], at) => ({
      ...{ from, to, evidence, type: RELATIONS[at % RELATIONS.length] ?? 'near' },
    })),
    mentions: Uint32Array.from(
      Array.from({ length: count }, (_, at) =>
        [0, 1, 2].flatMap((step) => [(at + step) % count, at, step * 25, step * 25 + 15]),
      ).flat(),
    ),
    levels: [],
  };
}

/** Pronounceable, and another for each number. */
function nameOf(at: number): string {
  const syllables = ['bar', 'del', 'fen', 'gor', 'hal', 'kes', 'lor', 'mar', 'nev', 'tor'];
  const word = Array.from(String(at), (digit) => syllables[Number(digit)] ?? '').join('');
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)} Hall`;
}

function changesOf(entities: number, count: number): RecordedEntry[] {
  const log = Changelog.from(
    Array.from({ length: count }, (_, at) => ({
      ...{ id: at + 1, recordedAt: at, kind: 'entry' as const },
      entry: ChangelogEntry.parse({
        session_id: 1 + Math.floor(at / 20),
        entity_updates: [{ entity_id: `e${(at * 7) % entities}`, status: STATUSES[at % STATUSES.length] }],
        relationship_updates: [
          {
            from: `e${(at * 11) % entities}`,
            to: `e${(at * 13 + 1) % entities}`,
            old_status: 'none',
            new_status: 'supplies',
          },
        ].filter(({ from, to }) => from !== to),
      }),
    })),
  );
  return log.entries();
}
