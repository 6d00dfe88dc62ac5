import { type KnownEntity, readStatus } from '@arbiter/changelog';
import type { Unit } from '@arbiter/extraction';
import { verbForms } from '../english/verb-forms.js';
import { HEARSAY } from '../english/words.js';
import type { Discourse } from '../reading/discourse.js';
import { type Node, readNodes } from '../reading/nodes.js';
import { canBe } from '../happenings/change-verbs.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';
import { readState } from './read-state.js';

/** Nouns of change with the state that they leave. */
const NOUNS: Readonly<Record<string, string>> = Object.fromEntries(
  `closure:closed closing:closed shutdown:shut-down loss:lost theft:stolen destruction:destroyed death:dead murder:murdered killing:killed
  execution:executed arrest:arrested imprisonment:imprisoned suspension:suspended dismissal:dismissed resignation:resigned retirement:retired
  departure:departed failure:failed breakdown:broken collapse:collapsed sinking:sunk demolition:demolished evacuation:evacuated
  isolation:isolated revocation:revoked withdrawal:withdrawn cancellation:cancelled expiry:expired termination:terminated outage:down trip:tripped
  reopening:reopened reinstatement:reinstated recovery:recovered release:released repair:repaired restart:restarted recommissioning:recommissioned
  decommissioning:decommissioned commissioning:commissioned disappearance:missing`
    .split(/\s+/)
    .map((pair) => pair.split(':'))
    .map(([noun = '', status = '']) => [noun, status]),
);

/** A noun of change is told in passing; only these verbs make the sentence about it. */
const NEWS =
  /^(?:took|takes|began|begins|confirmed|announced|led|followed|meant|means|caused|came|comes|brought|reported|ordered|declared|effective)$/;

const NO_CHANGE: {
  readonly standing: 'fact';
  readonly source: string;
  readonly continuing: boolean;
  readonly lemma: string;
} = { standing: 'fact', source: '', continuing: false, lemma: 'be' };

/** "Tank 32 – out of service", "E-14: down since Friday": a name, a mark, and a state. */
export function readLabelledState(nodes: readonly Node[], context: ReadingContext): StateHappening[] {
  const mark = nodes.findIndex(({ word }) => /^[:–—-]$/.test(word));
  const subjects = subjectsBefore(nodes, mark < 0 ? nodes.length : mark);
  if (mark > 8) return [];
  const listed = readList(nodes, mark, context);
  if (listed.length > 0) return listed;
  // "Search Gateway back up, all checks green.": a name and a state without a verb.
  const bare = mark < 1 ? leadingSubjects(nodes) : null;
  const verbal = (one: Node): boolean =>
    verbForms(one.word).some(({ form }) => form === 'past' || form === 'participle');
  if (bare && nodes.slice(bare.end, bare.end + 3).some(verbal)) return [];
  if (!bare && (mark < 1 || subjects.length === 0)) return [];
  const state = readState(nodes, bare ? bare.end : mark + 1, nodes.length, context.vocabulary);
  if (bare)
    return !state || state.availability === 'unknown'
      ? []
      : bare.entities
          .filter((entity) => canBe(state.status, context.names.kindOf(entity)))
          .map((entity) =>
            happening(
              entity,
              { ...NO_CHANGE, continuing: nodes[bare.end]?.word === 'still' },
              state.status,
              state.availability,
              context,
              { isEvent: /^(?:back|re\w+ed)\b/.test(state.status) },
            ),
          );
  if (!state || state.availability === 'unknown') return [];
  return subjects
    .filter((entity) => canBe(state.status, context.names.kindOf(entity)))
    .map((entity) => happening(entity, NO_CHANGE, state.status, state.availability, context, { isEvent: false }));
}

/** "Out of service: P-101, P-102", "The following are isolated: …": a state, a colon, and names alone. */
function readList(nodes: readonly Node[], mark: number, context: ReadingContext): StateHappening[] {
  if (nodes[mark]?.word !== ':' || nodes.slice(0, mark).some(({ entity, indirect }) => entity && !indirect)) return [];
  const be = nodes.findIndex(({ word }, index) => index < mark && /^(?:is|are|remains?)$/.test(word));
  const state = readState(nodes, be + 1, mark, context.vocabulary);
  if (!state || state.availability === 'unknown' || state.end < mark) return [];
  let depth = 0;
  const subjects: KnownEntity[] = [];
  for (const node of nodes.slice(mark + 1)) {
    if (node.word === '(') depth++;
    else if (node.word === ')') depth--;
    else if (depth > 0) continue;
    else if (node.entity && !node.indirect) subjects.push(node.entity);
    else if (!/^(?:,|;|and|&|the|\.|-)$/.test(node.word)) return [];
  }
  return subjects
    .filter((entity) => canBe(state.status, context.names.kindOf(entity)))
    .map((entity) => happening(entity, NO_CHANGE, state.status, state.availability, context, { isEvent: false }));
}

/** "Still down at handover.", "Red.", under a label: a sentence without a verb is about the label. */
export function readBareState(nodes: readonly Node[], context: ReadingContext): StateHappening[] {
  const { topic } = context;
  const state =
    topic && !nodes.some(({ entity }) => entity) && nodes.length < 9
      ? readState(nodes, 0, nodes.length, context.vocabulary)
      : null;
  if (!topic || !state || state.availability === 'unknown' || !canBe(state.status, context.names.kindOf(topic)))
    return [];
  return [
    happening(
      topic,
      { ...NO_CHANGE, continuing: nodes[0]?.word === 'still' },
      state.status,
      state.availability,
      context,
      { isEvent: false },
    ),
  ];
}

function leadingSubjects(nodes: readonly Node[]): { readonly entities: KnownEntity[]; readonly end: number } | null {
  let end = nodes[0]?.word === 'the' ? 1 : 0;
  const entities: KnownEntity[] = [];
  for (;;) {
    const node = nodes[end];
    const entity = node?.entity;
    if (!entity || node.possessive || node.indirect) break;
    entities.push(entity);
    end++;
    if (/^(?:and|,|&)$/.test(nodes[end]?.word ?? '') && nodes[end + 1]?.entity) end++;
  }
  // "P-101 (bearing) out of service"
  if (nodes[end]?.word === '(') {
    const close = nodes.findIndex(({ word }, index) => index > end && word === ')');
    if (close > 0 && close - end < 12) end = close + 1;
  }
  return entities.length > 0 ? { entities, end } : null;
}

function subjectsBefore(nodes: readonly Node[], end: number): KnownEntity[] {
  const subjects: KnownEntity[] = [];
  for (const node of nodes.slice(0, end)) {
    if (node.entity && !node.possessive && !node.indirect) subjects.push(node.entity);
    else if (!/^(?:,|and|&|the|\(|\))$/.test(node.word)) return [];
  }
  return subjects;
}

/** "the closure of Dock 5 was announced" */
export function readNouns(nodes: readonly Node[], context: ReadingContext): StateHappening[] {
  const words = nodes.map(({ word }) => word);
  if (
    HEARSAY.test(words.join(' ')) ||
    words.some((word) =>
      /^(?:will|would|may|might|could|should|if|plan|planned|plans|proposed|discussed|for|before|prevent|avoid|not|no)$/.test(
        word,
      ),
    )
  )
    return [];
  return nodes.flatMap(({ word, quoted }, at) => {
    const status = NOUNS[word]?.replace('-', ' ');
    if (status === undefined || quoted || nodes[at + 1]?.word !== 'of') return [];
    const patient = nodes.slice(at + 2, at + 4).find(({ entity }) => entity)?.entity;
    const isNews = at <= 1 && words.some((one) => NEWS.test(one));
    if (!patient || !isNews || !canBe(status, context.names.kindOf(patient))) return [];
    return [happening(patient, NO_CHANGE, status, readStatus(status, context.vocabulary), context, { isEvent: true })];
  });
}

const STATE_COLUMN =
  /^(?:status|state|condition|availability|health|now|current|current status|position|standing|result|mode|in service\??)$/i;

/** A row of a table of states. */
export function readRow(cells: Unit['cells'], context: ReadingContext, discourse: Discourse): StateHappening[] {
  const read = cells.map((cell) => ({ cell, nodes: readNodes(cell.text, cell.start, [], context.names, discourse) }));
  const entity = read
    .flatMap(({ nodes, cell }) => (STATE_COLUMN.test(cell.header) ? [] : subjectsBefore(nodes, nodes.length)))
    .at(0);
  if (!entity) return [];
  const named = read.filter(({ cell }) => STATE_COLUMN.test(cell.header));
  for (const { nodes } of named) {
    const state = readState(nodes, 0, nodes.length, context.vocabulary);
    if (state && state.availability !== 'unknown' && canBe(state.status, context.names.kindOf(entity)))
      return [
        happening(entity, NO_CHANGE, state.status, state.availability, context, {
          isEvent: /^(?:back|re\w+ed)\b/.test(state.status),
        }),
      ];
  }
  return [];
}
