import type { KnownEntity } from '@arbiter/changelog';
import type { VerbForm } from '@arbiter/english';

/** How a text says that something happened: as a fact, or not. */
export type Standing = 'fact' | 'denied' | 'attempt' | 'plan' | 'report';

/** A noun phrase: known entities, or a noun that none of them is. */
export interface Phrase {
  readonly entities: readonly KnownEntity[];
  /** The noun of something unknown; empty if there is no phrase. */
  readonly noun: string;
  /** "the tube of the Doughnut", "Gaspard's door": the entity that an unknown noun is a part of. */
  readonly of: KnownEntity | null;
}

export interface Predicate {
  readonly lemma: string;
  readonly form: VerbForm['form'];
  readonly passive: boolean;
  readonly standing: Standing;
  /** Who reports it, in the words of the text. */
  readonly source: string;
  readonly perfect: boolean;
  /** "still", "remains": it was so before. */
  readonly continuing: boolean;
  readonly negated: boolean;
  readonly subject: Phrase;
  readonly object: Phrase;
  /** Index of the verb, of its first auxiliary, and of the first node after the clause. */
  readonly at: number;
  readonly from: number;
  readonly end: number;
}

export const NOTHING: Phrase = { entities: [], noun: '', of: null };
