import type { decideChanges, OperationOutput, extractChanges, ProposedChange } from '@arbiter/contracts';
import { clipped } from './format-text.js';
import { renderEntry, renderRelation, renderUpdate } from './render-changelog.js';

/** Longest quote that is shown, in UTF-16 code units. */
const MAX_QUOTE = 200;
/** Places that are shown of one proposal. */
const MAX_PLACES = 2;

/** Proposals by session: what changes, where the records say so, and the question for what is doubtful. */
export function renderProposals(
  proposals: readonly ProposedChange[],
  added: OperationOutput<typeof extractChanges>['added'] = [],
): string {
  const lines: string[] = [];
  let session: number | null = null;
  for (const proposal of proposals) {
    if (proposal.toldBy !== session) lines.push(...(session === null ? [] : ['']), `Session ${proposal.toldBy}`);
    session = proposal.toldBy;
    lines.push(...renderProposal(proposal));
  }
  const entries = added.map(({ id, session: since }) => `entry ${id} (session ${since})`);
  if (entries.length > 0) lines.push('', `Added to the changelog: ${entries.join(', ')}.`);
  return lines.map((line) => `${line}\n`).join('');
}

/** A change, its question with the answers, where its record says so, and who decided it. */
export function renderProposal(proposal: ProposedChange): string[] {
  const { id, session, toldBy, question, answers, evidence, entityUpdate, relationshipUpdate, decision } = proposal;
  const changes = [
    ...(entityUpdate ? [renderUpdate(entityUpdate)] : []),
    ...(relationshipUpdate ? [renderRelation(relationshipUpdate)] : []),
  ];
  const since = session === toldBy ? '' : `, since session ${session}`;
  const mark = decision ? MARKS[decision.verdict] : question === null ? ' ' : '?';
  return [
    `${mark} ${id}  ${changes.join('; ')}${since}`,
    ...(question === null
      ? []
      : [`       ${question} ${answers.map(({ answer }) => `[${answer}]`).join(' ')}`.trimEnd()]),
    ...evidence.slice(0, MAX_PLACES).map(({ quote, source }) => `       "${shortQuote(quote)}" (${source})`),
    ...(decision ? [`       ${renderDecision(decision)}`] : []),
  ];
}

const MARKS = { accepted: '+', rejected: '-' } as const;

function renderDecision({ verdict, by, at, event, answer, reason }: NonNullable<ProposedChange['decision']>): string {
  const who = by === null ? `in the changelog by entry ${event}` : `${verdict} by ${by}`;
  const said = answer === null ? '' : `: ${answer}`;
  return `${who}${said} · ${at}${reason === null ? '' : ` · ${reason}`}`;
}

/** What was decided just now. */
export function renderDecisions({
  decided,
  reopened,
}: Pick<OperationOutput<typeof decideChanges>, 'decided' | 'reopened'>): string {
  const lines = [
    ...decided.map(({ id, change, repeated }) => {
      const verdict = change.decision?.verdict ?? 'accepted';
      const entry = verdict === 'accepted' ? ` (entry ${change.id})` : '';
      return `${id} ${repeated ? 'was ' : ''}${verdict}${repeated ? ' before' : ''}${entry}: ${renderEntry(change.entry).join('; ')}`;
    }),
    ...reopened.map(({ id, change }) => `${id} is open again: ${renderEntry(change.entry).join('; ')}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function shortQuote(quote: string): string {
  return clipped(quote.replaceAll(/\s+/g, ' ').trim(), MAX_QUOTE);
}
