import type { Availability, KnownEntity, StatusVocabulary } from '@arbiter/changelog';
import type { Span } from '@arbiter/text';
import type { Predicate, Standing } from '../grammar/predicate.js';
import type { KnownNames } from '../reading/known-names.js';
import type { Ties } from './ties.js';
import type { HappeningKind } from '../session-changes.js';
import { happeningKind } from './change-verbs.js';

/** What a sentence is read against. */
export interface ReadingContext {
  readonly names: KnownNames;
  readonly vocabulary: StatusVocabulary;
  readonly ties: Ties;
  readonly span: Span;
}

interface Told {
  readonly standing: Standing;
  /** Who reports it; empty for the text itself. */
  readonly source: string;
  /** Whether a blow had the outcome: a person is asked. */
  readonly isOpen?: true;
  readonly kind: HappeningKind;
  readonly span: Span;
}

/** Something that became of an entity. */
export interface StateHappening extends Told {
  readonly what: 'state';
  readonly entity: KnownEntity;
  readonly status: string;
  readonly availability: Availability;
  /** An event ("was reopened") rather than a state ("is open"): it tells that things were otherwise before. */
  readonly isEvent: boolean;
  /** "still", "remains": no news. */
  readonly continuing: boolean;
}

/** Something that became of two entities. */
export interface RelationHappening extends Told {
  readonly what: 'relation';
  readonly from: KnownEntity;
  readonly to: KnownEntity;
  readonly old?: string;
  /** A relation type or `none`. */
  readonly type: string;
}

export type Happening = StateHappening | RelationHappening;

export function happening(
  entity: KnownEntity,
  { standing, source, continuing, lemma }: Pick<Predicate, 'standing' | 'source' | 'continuing' | 'lemma'>,
  status: string,
  availability: Availability,
  { span }: ReadingContext,
  isEvent: boolean,
): StateHappening {
  return {
    what: 'state',
    entity,
    standing,
    source,
    continuing,
    status,
    availability,
    isEvent,
    kind: happeningKind(lemma),
    span,
  };
}
