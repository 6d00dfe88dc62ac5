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
  /** What the label of the paragraph names. */
  readonly topic: KnownEntity | null;
  readonly span: Span;
}

/** An outcome that a question offers: in the words of the answer, and as a status. */
export interface Alternative {
  readonly answer: string;
  readonly status: string;
}

interface Told {
  readonly standing: Standing;
  /** Who reports it; empty for the text itself. */
  readonly source: string;
  /** Why a person should be asked, beyond a report. */
  readonly question?: string;
  /** What may have become of it instead, where the question says so. */
  readonly alternatives?: readonly Alternative[];
  readonly kind: HappeningKind;
  readonly span: Span;
  /** The day that the text gives for it, ISO 8601. */
  readonly day?: string;
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
  readonly attributes: Readonly<Record<string, unknown>>;
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

interface More {
  readonly isEvent: boolean;
  readonly attributes?: Record<string, unknown>;
  readonly question?: string | undefined;
  readonly alternatives?: readonly Alternative[];
}

export function happening(
  entity: KnownEntity,
  { standing, source, continuing, lemma }: Pick<Predicate, 'standing' | 'source' | 'continuing' | 'lemma'>,
  status: string,
  availability: Availability,
  context: ReadingContext,
  { isEvent, attributes = {}, question, alternatives }: More,
): StateHappening {
  const kind: HappeningKind = happeningKind(lemma);
  return {
    what: 'state',
    entity,
    standing,
    source,
    continuing,
    status,
    availability,
    isEvent,
    attributes,
    kind,
    span: context.span,
    ...(question !== undefined && { question }),
    ...(alternatives !== undefined && { alternatives }),
  };
}
