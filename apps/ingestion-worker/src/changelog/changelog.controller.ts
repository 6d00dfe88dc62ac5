import {
  type AsOf,
  type Changelog,
  entitiesOf,
  findContradictions,
  type RecordedChange as Change,
} from '@arbiter/changelog';
import {
  addChanges,
  ArbiterError,
  decideChanges,
  extractChanges,
  listChanges,
  type OperationInput,
  revertChange,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { ChangelogStore } from '@arbiter/ports';
import { slugOf } from '@arbiter/text';
import { Controller, Inject } from '@nestjs/common';
import { CHANGELOG_STORE } from '../ingestion-worker.tokens.js';
import { boundedPage, LOG_PAGE_LENGTH } from '../library/bounded-page.js';
import { ChangeExtractor } from './change-extractor.js';
import { readChangelog } from '../library/event-logs.js';
import { LibraryAccess } from '../access/library-access.js';
import { ChangelogWriter } from './changelog-writer.js';
import { KnownEntities } from './known-entities.js';
import { ProposalDecider } from './proposal-decider.js';
import { shownChange } from './proposed-changes.js';

type Page = OperationInput<typeof listChanges>;

@Controller()
export class ChangelogReadingController {
  constructor(
    @Inject(CHANGELOG_STORE) private readonly changelogs: ChangelogStore,
    @Inject(KnownEntities) private readonly known: Pick<KnownEntities, 'worldBefore'>,
    @Inject(LibraryAccess) private readonly access: Pick<LibraryAccess, 'readsAll'>,
  ) {}

  @HandlesOperation(listChanges)
  async list(page: OperationInput<typeof listChanges>, { signal, principal }: OperationContext) {
    if (!(await this.access.readsAll(page.collection, principal, signal)))
      throw new ArbiterError(
        'FORBIDDEN',
        `The changelog of "${page.collection}" tells of documents that this key may not read.`,
        { details: { collection: page.collection } },
      );
    const log = await readChangelog(this.changelogs, page.collection, signal);
    const found = selectChanges(log, page);
    const changes = boundedPage(found, shownChange, { limit: page.limit, maxLength: LOG_PAGE_LENGTH });
    const last = changes.length < found.length ? changes.at(-1) : undefined;
    const entries = log.entries(asOf(page));
    const world = await this.known.worldBefore(
      page.collection,
      entries.map(({ entry }) => entry),
      signal,
    );
    const ids = new Set(changes.map(({ id }) => id));
    const contradictions = findContradictions(entries, world).filter(({ entry }) => ids.has(entry));
    return {
      ...{ changes, contradictions: contradictions.map((one) => ({ ...one, about: [...one.about] })) },
      next: last ? `${last.entry.session_id}.${last.id}` : null,
      lastId: log.events.length,
    };
  }
}

@Controller()
export class ChangelogController {
  constructor(@Inject(ChangelogWriter) private readonly writer: ChangelogWriter) {}

  @HandlesOperation(addChanges)
  add({ collection, entries, idempotencyKey }: OperationInput<typeof addChanges>, { signal }: OperationContext) {
    return this.writer.add(collection, entries, idempotencyKey, signal);
  }

  @HandlesOperation(revertChange)
  async revert({ collection, id }: OperationInput<typeof revertChange>, { signal }: OperationContext) {
    const { change, repeated } = await this.writer.revert(collection, id, signal);
    return { change: shownChange(change), repeated };
  }
}

@Controller()
export class ChangeExtractionController {
  constructor(
    @Inject(ChangeExtractor) private readonly extractor: ChangeExtractor,
    @Inject(ProposalDecider) private readonly decider: ProposalDecider,
  ) {}

  @HandlesOperation(extractChanges)
  extract(request: OperationInput<typeof extractChanges>, { signal }: OperationContext) {
    return this.extractor.extract(request, signal);
  }

  @HandlesOperation(decideChanges)
  decide(request: OperationInput<typeof decideChanges>, { signal }: OperationContext) {
    return this.decider.decide(request, signal);
  }
}

function asOf({ asOfSession, date, recordedBy }: Page): AsOf {
  return {
    ...(asOfSession !== undefined && { session: asOfSession }),
    ...(date !== undefined && { date }),
    ...(recordedBy !== undefined && { recordedBy: Date.parse(recordedBy) }),
  };
}

/** What a page asks for, from its position on. */
function selectChanges(log: Changelog, page: Page): Change[] {
  const { sinceId = 0, sinceSession = -1, entity, includeReverted, after } = page;
  const [session = -1, position = -1] = after?.split('.').map(Number) ?? [];
  const slug = entity === undefined ? null : slugOf(entity);
  return log
    .changes(asOf(page))
    .filter(({ revertedBy }) => includeReverted || revertedBy === null)
    .filter(({ id, revertedBy }) => Math.max(id, revertedBy?.id ?? 0) > sinceId)
    .filter(({ entry }) => entry.session_id > sinceSession)
    .filter(({ entry }) => slug === null || entitiesOf(entry).some((id) => slugOf(id) === slug))
    .filter(({ id, entry }) => entry.session_id > session || (entry.session_id === session && id > position));
}
