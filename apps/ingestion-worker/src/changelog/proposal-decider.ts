import type { Changelog, RecordedChange } from '@arbiter/changelog';
import {
  ArbiterError,
  type ChangelogEntry,
  type decideChanges,
  type OperationInput,
  type OperationOutput,
  type ProposalDecision,
} from '@arbiter/contracts';
import type { ChangelogStore } from '@arbiter/ports';
import type { ChangeExtractor, FoundChange } from './change-extractor.js';
import { readChangelog } from '../library/event-logs.js';
import type { ChangelogWriter, DecisionEvent } from './changelog-writer.js';
import { proposalIdOf, shownChange, StandingDecisions } from './proposed-changes.js';
import { sessionOfProposal } from './stored-sessions.js';

type Request = OperationInput<typeof decideChanges>;
type Decided = OperationOutput<typeof decideChanges>;

/** What a request says of one proposal. */
type Word = 'accepted' | 'rejected' | { readonly answer: string };

export interface ProposalDeciderPorts {
  readonly changelogs: ChangelogStore;
  readonly extractor: Pick<ChangeExtractor, 'find'>;
  readonly writer: Pick<ChangelogWriter, 'decide'>;
}

/** Records what people decide of single proposed changes. */
export class ProposalDecider {
  constructor(private readonly ports: ProposalDeciderPorts) {}

  /**
   * @throws ArbiterError NOT_FOUND for an id that no session proposes, or that is not decided where it is to be opened again;
   *   CONFLICT for one that was decided otherwise; INVALID_REQUEST for an answer that its question does not offer
   */
  async decide(request: Request, signal: AbortSignal): Promise<Decided> {
    const { collection, by, reason, reopen } = request;
    const { changelogs, extractor, writer } = this.ports;
    const words = wordsOf(request);
    const before = new StandingDecisions(await readChangelog(changelogs, collection, signal));
    const open = [...words.keys()].filter((id) => !before.byPerson(id));
    const found = open.length === 0 ? new Map<string, FoundChange>() : await extractor.find(collection, open, signal);
    const log = await writer.decide(
      collection,
      (now) => {
        const decisions = new StandingDecisions(now);
        const decided = [...words].flatMap(([id, word]): DecisionEvent[] => {
          const former = formerOf(id, now, decisions, found.get(id));
          if (!former) return [decisionOf(id, word, found.get(id), { by, ...(reason !== undefined && { reason }) })];
          if (!saysSame(former, id, word)) throw decidedOtherwise(former, id);
          return [];
        });
        return { decided, reverted: reopen.map((id) => eventOf(id, decisions)) };
      },
      signal,
    );
    const after = new StandingDecisions(log);
    return {
      collection,
      decided: [...words.keys()].flatMap((id) => {
        const change = formerOf(id, log, after, found.get(id));
        return change ? [{ id, change: shownChange(change), repeated: !open.includes(id) || !change.decision }] : [];
      }),
      reopened: reopen.flatMap((id) => {
        const change = log.decisions().findLast(({ decision }) => decision?.proposal === id);
        return change ? [{ id, change: shownChange(change) }] : [];
      }),
    };
  }
}

function wordsOf({ accept, reject, answers }: Request): ReadonlyMap<string, Word> {
  return new Map<string, Word>([
    ...accept.map((id) => [id, 'accepted'] as const),
    ...reject.map((id) => [id, 'rejected'] as const),
    ...answers.map(({ id, answer }) => [id, { answer }] as const),
  ]);
}

/** The decision that stands, or the entry that says the same without one. */
function formerOf(
  id: string,
  log: Changelog,
  decisions: StandingDecisions,
  found: FoundChange | undefined,
): RecordedChange | undefined {
  const own = decisions.byPerson(id);
  if (own) return own;
  const recorded = found?.proposed.decision;
  const change = recorded?.by === null ? log.change(recorded.event) : undefined;
  return change?.revertedBy === null ? change : undefined;
}

function saysSame({ decision, entry }: RecordedChange, id: string, word: Word): boolean {
  if (!decision) return word === 'accepted';
  if (typeof word !== 'string') return decision.answer?.toLowerCase() === word.answer.toLowerCase();
  const [entityUpdate = null] = entry.entity_updates;
  const [relationshipUpdate = null] = entry.relationship_updates;
  const change = { session: entry.session_id, entityUpdate, relationshipUpdate };
  return decision.verdict === word && proposalIdOf(sessionOfProposal(id), change) === id;
}

/** @throws ArbiterError NOT_FOUND, INVALID_REQUEST */
function decisionOf(
  id: string,
  word: Word,
  found: FoundChange | undefined,
  origin: Pick<ProposalDecision, 'by' | 'reason'>,
): DecisionEvent {
  if (!found)
    throw new ArbiterError(
      'NOT_FOUND',
      `The documents of session ${sessionOfProposal(id)} propose no change ${id}. They or the sessions before may have changed: list the proposals again.`,
      { details: { id } },
    );
  const { proposed, entry } = found;
  if (typeof word === 'string') return { verdict: word, entry, decision: { proposal: id, ...origin } };
  const answer = proposed.answers.find((one) => one.answer.toLowerCase() === word.answer.toLowerCase());
  if (!answer) throw noSuchAnswer(id, proposed.answers);
  return {
    verdict: answer.accepts ? 'accepted' : 'rejected',
    entry: answer.status === null ? entry : withStatus(entry, answer.status),
    decision: { proposal: id, ...origin, answer: answer.answer },
  };
}

function withStatus(entry: ChangelogEntry, status: string): ChangelogEntry {
  return { ...entry, entity_updates: entry.entity_updates.map((update) => ({ ...update, status })) };
}

function noSuchAnswer(id: string, answers: FoundChange['proposed']['answers']): ArbiterError {
  const offered = answers.map(({ answer }) => `"${answer}"`).join(', ');
  const message =
    offered === ''
      ? `The change ${id} is stated and asks nothing: accept or reject it.`
      : `The question of ${id} has the answers ${offered}. For anything else, reject it and add an entry to the changelog.`;
  return new ArbiterError('INVALID_REQUEST', message, { details: { id } });
}

function decidedOtherwise({ id: event, decision, recordedAt }: RecordedChange, id: string): ArbiterError {
  const said = decision
    ? `was ${decision.verdict}${decision.answer === undefined ? '' : ` with "${decision.answer}"`} by ${decision.by} on ${new Date(recordedAt).toISOString()}: open it again first`
    : `is in the changelog by entry ${event}: revert it first`;
  return new ArbiterError('CONFLICT', `The change ${id} ${said}.`, { details: { id, event } });
}

/** @throws ArbiterError NOT_FOUND */
function eventOf(id: string, decisions: StandingDecisions): number {
  const event = decisions.byPerson(id)?.id;
  if (event !== undefined) return event;
  throw new ArbiterError('NOT_FOUND', `Nobody has decided the change ${id}, or the decision was taken back before.`, {
    details: { id },
  });
}
