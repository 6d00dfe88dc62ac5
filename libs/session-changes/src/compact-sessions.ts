import { type Span, estimateTokens, splitSentences } from '@arbiter/text';
import { readPredicates } from './grammar/read-predicates.js';
import { Discourse } from './reading/discourse.js';
import { KnownNames } from './reading/known-names.js';
import { readNodes } from './reading/nodes.js';
import type { EvidenceSpan, Proposal, Session } from './session-changes.js';

/** Above this many tokens sessions are compacted. */
export const SESSION_BUDGET = 150_000;

/** Sentences that stand for a scene: first a few, and one where that is still too much. */
const SENTENCES = [3, 1] as const;

/** Without headings, paragraphs make a scene up to this many characters. */
const SCENE_LENGTH = 2_400;

/** The record of a session with what it changed. Only the evidence and the certainty of changes are looked at. */
export interface ReadSession {
  readonly session: Session;
  readonly proposals: readonly Proposal[];
}

export interface CompactedScene extends Span {
  readonly heading: string;
  /** The last that it tells has no outcome: it is kept whole. */
  readonly isOpen: boolean;
  /** What is kept of it, verbatim. */
  readonly kept: readonly EvidenceSpan[];
}

export interface CompactedSession {
  readonly document: string;
  readonly isWhole: boolean;
  readonly scenes: readonly CompactedScene[];
  /** What the session changed; all that is left of scenes that were dropped. */
  readonly proposals: readonly Proposal[];
  readonly tokens: number;
}

/**
 * Reduces old sessions, the oldest first, to their changes and a few sentences a scene, until all fit. The newest session and
 * every open scene stay whole, even where that is more than the budget.
 *
 * @param sessions oldest first; records of one session have one number
 * @param budget in tokens
 */
export function compactSessions(sessions: readonly ReadSession[], budget: number = SESSION_BUDGET): CompactedSession[] {
  const divided = sessions.map(divide);
  const compacted = divided.map((one) => keep(one, Infinity));
  let total = compacted.reduce((sum, { tokens }) => sum + tokens, 0);
  const newest = sessions.at(-1)?.session.metadata.session;
  for (const sentences of [...SENTENCES, 0]) {
    for (let at = 0; at < sessions.length - 1 && total > budget; at++) {
      const [one, before] = [divided[at], compacted[at]];
      if (!one || !before || (newest !== undefined && one.session.metadata.session === newest)) continue;
      const after = keep(one, sentences);
      if (after.tokens >= before.tokens) continue;
      total += after.tokens - before.tokens;
      compacted[at] = after;
    }
  }
  return compacted;
}

type Scene = Omit<CompactedScene, 'kept'>;

interface DividedSession extends ReadSession {
  readonly parts: readonly Scene[];
}

function divide(read: ReadSession): DividedSession {
  const { session, proposals } = read;
  const parts = scenesOf(session).map((scene) => ({ ...scene, isOpen: isOpenScene(session, scene, proposals) }));
  return { ...read, parts };
}

function keep({ session, proposals, parts }: DividedSession, sentences: number): CompactedSession {
  const isWhole = sentences === Infinity;
  const scenes = parts.map((scene): CompactedScene => {
    const whole = isWhole || scene.isOpen;
    const kept = whole
      ? [{ document: session.id, start: scene.start, end: scene.end }]
      : keySentences(session, scene, proposals, sentences);
    return { ...scene, kept };
  });
  const told = isWhole
    ? 0
    : estimateTokens(
        JSON.stringify(proposals.map(({ entityUpdate, relationshipUpdate }) => entityUpdate ?? relationshipUpdate)),
      );
  const tokens = scenes
    .flatMap(({ kept }) => kept)
    .reduce((sum, { start, end }) => sum + estimateTokens(session.text.slice(start, end)), told);
  return { document: session.id, isWhole, scenes, proposals, tokens };
}

/** The parts under headings; without headings, paragraphs together. */
function scenesOf({ text, sections }: Session): (Span & { readonly heading: string })[] {
  const heads = sections.filter(({ level }) => level > 1);
  if (heads.length > 0) {
    const first = heads[0]?.start ?? 0;
    const lead = text.slice(0, first).trim() === '' ? [] : [{ heading: '', start: 0, end: first }];
    return [
      ...lead,
      ...heads.map(({ heading, start }, at) => ({ heading, start, end: heads[at + 1]?.start ?? text.length })),
    ];
  }
  const scenes: (Span & { readonly heading: string })[] = [];
  let start = 0;
  for (const { index } of text.matchAll(/\n{2,}/g)) {
    if (index - start < SCENE_LENGTH) continue;
    scenes.push({ heading: '', start, end: index });
    start = index;
  }
  return text.slice(start).trim() === '' ? scenes : [...scenes, { heading: '', start, end: text.length }];
}

/** Whether something in it is doubtful, or its last sentence asks, tries or plans. */
function isOpenScene({ text }: Session, scene: Span, proposals: readonly Proposal[]): boolean {
  const inside = ({ start }: Span): boolean => scene.start <= start && start < scene.end;
  if (proposals.some(({ certainty, evidence }) => certainty === 'doubtful' && evidence.some(inside))) return true;
  const tail = text.slice(Math.max(scene.start, scene.end - 1_500), scene.end);
  const last = splitSentences(tail).at(-1);
  const sentence = last ? tail.slice(last.start, last.end).trim() : '';
  if (/\?["'”’)]*$/.test(sentence)) return true;
  const names = new KnownNames([]);
  const predicates = readPredicates(readNodes(sentence, 0, [], names, new Discourse(names)), () => true);
  const standing = predicates.at(-1)?.standing;
  return standing === 'attempt' || standing === 'plan';
}

/** Sentences that tell a change, in their order; else the first. */
function keySentences(
  { id, text }: Session,
  scene: Span,
  proposals: readonly Proposal[],
  limit: number,
): EvidenceSpan[] {
  if (limit === 0) return [];
  const evidence = proposals
    .flatMap((one) => one.evidence)
    .filter(({ start }) => scene.start <= start && start < scene.end)
    .sort((a, b) => a.start - b.start);
  const distinct = evidence
    .filter(({ start }, at) => start !== evidence[at - 1]?.start)
    .map(({ start, end }) => ({ document: id, start, end }));
  if (distinct.length > 0) return distinct.slice(0, limit);
  const part = text.slice(scene.start, Math.min(scene.end, scene.start + 4_000));
  const [first] = splitSentences(part).filter(({ start, end }) => /\s/.test(part.slice(start, end).trim()));
  return first ? [{ document: id, start: scene.start + first.start, end: scene.start + first.end }] : [];
}
