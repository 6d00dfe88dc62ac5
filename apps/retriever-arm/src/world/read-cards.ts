import type { CardEvidence, EntityCard, EvidenceSentence, RankedEntity, World } from '@arbiter/knowledge-graph';
import { cardOf } from '@arbiter/knowledge-graph';
import type { QuestionReader } from '../synthesis/sentences/question-reader.js';
import type { EvidenceCall } from './question-evidence.js';

/** Entities whose cards are read. An expected one is among the first eight by words and rank in two questions of three. */
const READ_CARDS = 10;

/** A card with what the reader finds in it. */
export interface ReadCard extends CardEvidence {
  readonly card: EntityCard;
  /** The best answering words, as offsets in the card's text; null without any. */
  readonly span: { readonly start: number; readonly end: number; readonly score: number } | null;
}

/**
 * Reads the question with the cards of the likeliest entities.
 *
 * @param ranked best first
 * @param evidence sentences that cards may quote
 * @returns empty where the reader failed
 * @throws the signal's reason
 */
export async function readCards(
  question: string,
  world: World,
  ranked: readonly RankedEntity[],
  given: { readonly evidence: readonly EvidenceSentence[]; readonly reader: QuestionReader | null },
  call: EvidenceCall,
): Promise<ReadCard[]> {
  const { evidence, reader } = given;
  if (!reader) return [];
  const sentences = evidence.toSorted((a, b) => b.probability - a.probability);
  const cards = ranked.slice(0, READ_CARDS).map(({ node }) => cardOf(world, node, sentences));
  const passages = cards.map(({ name, text }) => ({ title: name, section: [], text }));
  const readings = (await reader.read(question, passages, call)) ?? [];
  return cards.flatMap((card, index): ReadCard[] => {
    const reading = readings[index];
    if (!reading) return [];
    const [span = null] = reading.spans;
    const answers = span ? world.graph.namedIn(card.text.slice(span.start, span.end)).map(({ node }) => node) : [];
    return [{ node: card.node, probability: 1 - reading.verdict.none, answers, card, span }];
  });
}
