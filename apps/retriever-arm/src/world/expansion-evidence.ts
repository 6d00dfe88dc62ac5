import type { Expansion, Passage } from '@arbiter/contracts';
import {
  isProvenRelation,
  type ShownExpansion,
  type ShownSentence,
  statesIn,
  type World,
} from '@arbiter/knowledge-graph';
import { estimateTokens } from '@arbiter/text';
import type { DocumentReader } from './document-reader.js';

/** Most that the beginning of the document about an entity takes, in tokens. */
const BEGINNING_TOKENS = 400;
/** What of a budget it takes at most: the rest is for how things stand and for relations. */
const BEGINNING_SHARE = 0.5;

type WithEvidence = Pick<Expansion, 'text' | 'citations' | 'passages' | 'relations' | 'states' | 'tokens'>;

/**
 * An expansion with what it rests on: the sentence of each citation, the record of the session that shows a change, and how the
 * document about an entity begins. How an unavailable thing stands is told before the first passage that names it.
 *
 * @param maxTokens of text and passages together
 */
export async function withEvidence(
  world: World,
  { id, sentences, relations }: Pick<ShownExpansion, 'id' | 'sentences' | 'relations'>,
  documents: DocumentReader,
  maxTokens: number,
): Promise<WithEvidence> {
  const told = new ToldExpansion(world, maxTokens);
  const beginning = await beginningAbout(world, id, documents, maxTokens);
  for (const sentence of sentences) {
    const evidence = await evidenceOf(world, sentence, documents);
    if (sentence.isUnproven) {
      if (evidence && !(beginning && holds(beginning, evidence))) told.addPassage(evidence);
      continue;
    }
    if (!told.add(sentence, evidence && beginning && holds(beginning, evidence) ? beginning : evidence)) break;
  }
  if (beginning) told.addPassage(beginning);
  return { ...told.finish(), relations: relations.filter((relation) => isProvenRelation(world, relation)) };
}

/** The sentence of a document, or of the record of a session, that a sentence rests on; null if there is none. */
export function evidenceOf(
  world: World,
  { text, place, told }: ShownSentence,
  documents: DocumentReader,
): Promise<Passage | null> {
  if (place) return documents.sentenceAt(world, place);
  return told ? documents.recordOf(world, { ...told, text }) : Promise.resolve(null);
}

/** Of the first document that is about the entity and no record of a session: that tells of a time. */
async function beginningAbout(
  world: World,
  id: string,
  documents: DocumentReader,
  maxTokens: number,
): Promise<Passage | null> {
  const position = world.graph.entity(id)?.describedIn.find((at) => world.graph.document(at)?.session === null);
  if (position === undefined) return null;
  const room = Math.min(BEGINNING_TOKENS, Math.floor(maxTokens * BEGINNING_SHARE));
  return documents.beginningOf(world, position, room);
}

function holds(outer: Passage, { documentId, start, end }: Passage): boolean {
  return outer.documentId === documentId && outer.start <= start && outer.end >= end;
}

/** The text of an expansion while it is put together. */
class ToldExpansion {
  private readonly parts: string[] = [];
  private readonly passages: Passage[] = [];
  private readonly states: string[] = [];
  private readonly said = new Set<string>();
  private tokens = 0;

  constructor(
    private readonly world: World,
    private readonly maxTokens: number,
  ) {}

  /** @returns false if it does not fit any more */
  add(sentence: ShownSentence, passage: Passage | null): boolean {
    if (this.said.has(sentence.text)) return true;
    const marker = passage ? this.markerOf(passage) : null;
    const part = marker === null ? sentence.text : `${sentence.text} [${marker}]`;
    const added = passage && marker !== null && marker > this.passages.length ? passage : null;
    const before = added ? this.statesBefore(added, sentence.text) : [];
    if (!this.take([...before, part], added)) return false;
    this.states.push(...before);
    for (const state of before) this.said.add(state);
    this.said.add(sentence.text);
    if (sentence.told) this.states.push(sentence.text);
    return true;
  }

  /** A passage that no sentence cites. */
  addPassage(passage: Passage): void {
    if (this.markerOf(passage) <= this.passages.length) return;
    const before = this.statesBefore(passage, '');
    if (!this.take(before, passage)) return;
    this.states.push(...before);
    for (const state of before) this.said.add(state);
  }

  finish(): Omit<WithEvidence, 'relations'> {
    const { passages, states, tokens } = this;
    const citations = passages.map(({ documentId, source, start, end }) => ({ documentId, source, start, end }));
    return { text: this.parts.join(' '), citations, passages, states, tokens };
  }

  private take(parts: readonly string[], passage: Passage | null): boolean {
    const tokens = estimateTokens(parts.join(' ')) + (passage ? estimateTokens(passage.text) : 0);
    if (this.tokens + tokens > this.maxTokens) return false;
    this.tokens += tokens;
    this.parts.push(...parts);
    if (passage) this.passages.push(passage);
    return true;
  }

  /** Number of a passage; the next one for a passage that is not there yet. */
  private markerOf({ chunkId }: Passage): number {
    const known = this.passages.findIndex((passage) => passage.chunkId === chunkId);
    return known < 0 ? this.passages.length + 1 : known + 1;
  }

  /** How the things stand that a passage names, where the text has not said it and is not about to. */
  private statesBefore({ documentId, start, end, text }: Passage, saying: string): string[] {
    return statesIn(this.world, { text, at: { documentId, start, end } }).filter(
      (state) => !this.said.has(state) && !isSaid(state, saying) && ![...this.said].some((one) => isSaid(state, one)),
    );
  }
}

/** A reason says its state first, then why: "X is closed since session 2, because …". */
export function isSaid(state: string, sentence: string): boolean {
  return sentence.startsWith(state.slice(0, -1));
}
