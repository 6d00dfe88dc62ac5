import type { OperationOutput, extractChanges, ProposedChange } from '@arbiter/contracts';
import { clipped } from './format-text.js';
import { renderRelation, renderUpdate } from './render-changelog.js';

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

function renderProposal(proposal: ProposedChange): string[] {
  const { id, session, toldBy, question, evidence, entityUpdate, relationshipUpdate } = proposal;
  const changes = [
    ...(entityUpdate ? [renderUpdate(entityUpdate)] : []),
    ...(relationshipUpdate ? [renderRelation(relationshipUpdate)] : []),
  ];
  const since = session === toldBy ? '' : `, since session ${session}`;
  return [
    `${question === null ? ' ' : '?'} ${id}  ${changes.join('; ')}${since}`,
    ...(question === null ? [] : [`       ${question}`]),
    ...evidence.slice(0, MAX_PLACES).map(({ quote, source }) => `       "${shortQuote(quote)}" (${source})`),
  ];
}

function shortQuote(quote: string): string {
  return clipped(quote.replaceAll(/\s+/g, ' ').trim(), MAX_QUOTE);
}
