import { counted } from '@arbiter/contracts';
import type {
  buildGraph,
  expand,
  findPath,
  getGraph,
  listCommunities,
  listGraphEntities,
  listGraphRelations,
  OperationOutput,
  previews,
  RankedPreview,
} from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { clipped, renderTable, share } from './format-text.js';

export type EntityPreview = OperationOutput<typeof listGraphEntities>['entities'][number];
export type ListedRelation = OperationOutput<typeof listGraphRelations>['relations'][number];
type Expansion = OperationOutput<typeof expand>['expansions'][number];

/** What stands below an entity begins under its name. */
const INDENT = ' '.repeat(12);
const DEFINITION_LENGTH = 160;
const SHOWN_RELATIONS = 3;
/** Types that are listed of a graph with many. */
const SHOWN_TYPES = 12;

export function renderBuild({ collection, isNew, ...graph }: OperationOutput<typeof buildGraph>): string {
  const held = [
    counted(graph.documents, 'document'),
    counted(graph.entities, 'entity', 'entities'),
    counted(graph.relations, 'relation'),
    counted(graph.communities, 'community', 'communities'),
  ].join(', ');
  const built = `${collection}: ${held}${isNew ? '' : ' (nothing has changed since it was built)'}\n`;
  return graph.extraction ? `${built}${extractionLine(graph.extraction)}\n` : built;
}

type Extraction = NonNullable<OperationOutput<typeof buildGraph>['extraction']>;

function extractionLine({ model, documents, failed, merged }: Extraction): string {
  return [
    `${model} read ${counted(documents, 'document')} beside the rules`,
    ...(merged > 0 ? [`took ${counted(merged, 'name')} for others`] : []),
    ...(failed > 0 ? [`did not read ${counted(failed, 'document')}, which the next build tries again`] : []),
  ].join('; ');
}

export function renderStats({ unresolved, impact, rebuild, ...graph }: OperationOutput<typeof getGraph>): string {
  const lines = [
    renderBuild({ ...graph, isNew: true }).trimEnd(),
    `version ${graph.version}, changelog up to event ${graph.changelogEvent}`,
    `communities by level, the coarsest first: ${graph.levels.join(', ') || 'none'}`,
    `changes since: impact ${impact.toFixed(1)}, ${REBUILDS[rebuild]}`,
    ...(graph.corrections ? [correctionLine(graph.corrections)] : []),
    ...(unresolved.length > 0 ? [`the changelog names what the documents do not: ${unresolved.join(', ')}`] : []),
    '',
    ...typeTable('entities', graph.entitiesByType),
    '',
    ...typeTable('relations', graph.relationsByType),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function correctionLine({ applied, notApplied }: { readonly applied: number; readonly notApplied: number }): string {
  const failed = notApplied === 0 ? '' : `, ${notApplied} not applied ("arbiter entities" says why)`;
  return `corrections: ${applied} applied${failed}`;
}

const REBUILDS: Readonly<Record<OperationOutput<typeof getGraph>['rebuild'], string>> = {
  none: 'no rebuild needed',
  wait: 'a rebuild waits for more sessions',
  rebuild: 'a rebuild is due',
  force: 'a rebuild is overdue',
};

function typeTable(heading: string, counts: Readonly<Record<string, number>>): string[] {
  const types = Object.entries(counts);
  const rest = types.length - SHOWN_TYPES;
  return [
    ...renderTable([
      [heading, ''],
      ...types.slice(0, SHOWN_TYPES).map(([type, count]) => [`  ${type || '(no type)'}`, count.toLocaleString('en')]),
    ]).map((line) => line.trimEnd()),
    ...(rest > 0 ? [`  and ${rest} more types`] : []),
  ];
}

function markOf({ isUsable, isOffered }: Pick<RankedPreview, 'isUsable' | 'isOffered'>, colours: Colours): string {
  if (!isUsable) return colours.yellow(' — not available');
  return isOffered ? '' : colours.dim(' — less likely');
}

/** Entities that answer a question, best first; those that cannot be used now come last and say why. */
export function renderPreviews(response: OperationOutput<typeof previews>, colours: Colours): string {
  const { entities, withoutGraph } = response;
  const lines = entities.flatMap(({ score, isUsable, isOffered, signals, ...entity }, at) => [
    `${colours.cyan(String(at + 1).padStart(3))}  ${share(score)}  ${titleOf(entity)}${markOf({ isUsable, isOffered }, colours)}`,
    ...detailsOf(entity).map((line) => `${INDENT}${line}`),
    ...(signals
      ? [
          colours.dim(
            `${INDENT}${Object.entries(signals)
              .map(([name, value]) => `${name} ${share(value)}`)
              .join(' · ')}`,
          ),
        ]
      : []),
  ]);
  const without =
    withoutGraph.length === 0
      ? []
      : [colours.dim(`Without a knowledge graph: ${withoutGraph.join(', ')} (build one with "arbiter graph build").`)];
  return `${[...(entities.length === 0 ? ['Nothing found.'] : lines), ...without].join('\n')}\n`;
}

function titleOf({ name, type }: Pick<EntityPreview, 'name' | 'type'>): string {
  return type === '' ? name : `${name} (${type})`;
}

function detailsOf({ id, reason, definition, relations }: Omit<EntityPreview, 'name' | 'type'>): string[] {
  const told = relations
    .slice(0, SHOWN_RELATIONS)
    .map(({ from, type, to, name }) => (from === id ? `${worded(type)} ${name}` : `${name} ${worded(type)} ${to}`));
  return [
    ...(reason === null ? [] : [reason]),
    ...(definition === '' ? [] : [clipped(definition, DEFINITION_LENGTH)]),
    ...(told.length === 0 ? [] : [told.join(' · ')]),
  ];
}

/** What is known of an entity or a community, with its sources. */
export function renderExpansion({ name, text, changes, citations }: Expansion, colours: Colours): string {
  const history = changes.flatMap(({ session, status, entry }) =>
    status === null ? [] : [`  session ${session}: ${status} (entry ${entry})`],
  );
  const sources = citations.map(({ source, start, end }, at) => colours.dim(`  [${at + 1}] ${source}:${start}-${end}`));
  return `${[
    colours.bold(name),
    text,
    ...(history.length > 0 ? ['', 'Changes:', ...history] : []),
    ...(sources.length > 0 ? ['', 'Sources:', ...sources] : []),
  ].join('\n')}\n`;
}

export function renderPath({ steps, found }: OperationOutput<typeof findPath>): string {
  if (!found) return 'No relations that hold lead from one to the other.\n';
  if (steps.length === 0) return 'Both are the same.\n';
  return steps.map(({ from, type, to }) => `${from} — ${worded(type)} → ${to}\n`).join('');
}

export function renderCommunities({ communities, total }: OperationOutput<typeof listCommunities>): string {
  if (communities.length === 0) return 'There are no communities.\n';
  const rows = renderTable(
    communities
      .map(({ id, members, name }) => [id, String(members), name])
      .map(([id = '', members = '', name = '']) => [`${id.padEnd(8)} ${members.padStart(6)}  ${name}`]),
  ).map((line) => line.trimEnd());
  const rest = total - communities.length;
  return `${[...rows, ...(rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : [])].join('\n')}\n`;
}

function worded(type: string): string {
  return type.replaceAll('_', ' ');
}
