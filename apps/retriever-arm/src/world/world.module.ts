import type { describeContext, OperationOutput } from '@arbiter/contracts';
import type { CollectionCatalog, DocumentStore } from '@arbiter/ports';
import type { Provider } from '@nestjs/common';
import type { LibrarySearch } from '../search/library-search.js';
import type { QuestionReader } from '../synthesis/sentences/question-reader.js';
import type { Synthesizer } from '../synthesis/synthesizer.js';
import { ContextDescriber } from './context-describer.js';
import { ExpansionsService } from './expansions.service.js';
import { GraphAccess } from './graph-access.js';
import type { CommunitySummaries } from './overview/community-summaries.js';
import { OverviewTeller } from './overview/overview-teller.js';
import { PreviewsService } from './previews.service.js';
import { SelectionTeller } from './selection/selection-teller.js';
import { SessionCompactor } from './session-compactor.js';
import { StateSearch } from './state-search.js';
import { StateTeller } from './state-teller.js';
import { WorldReader } from './world-reader.js';

/** Everything outside of the world that it asks. */
export interface WorldModulePorts {
  readonly catalog: CollectionCatalog;
  readonly documents: DocumentStore;
  readonly worlds: WorldReader;
  /** Without a world. */
  readonly search: LibrarySearch;
}

/** Who reads and writes for it. */
export interface WorldWriters {
  /** Null: words and rank alone judge sentences. */
  readonly reader: QuestionReader | null;
  /** Null without a language model. */
  readonly overviewWriter: Synthesizer | null;
  /** Absent without a language model. */
  readonly summaries: CommunitySummaries | undefined;
  readonly writer: OperationOutput<typeof describeContext>['writer'];
  /** Whether a vision model reads pictures. */
  readonly seesPictures: boolean;
}

/** @returns the providers of the world's controller, and the search that knows the world */
export function worldOf(
  ports: WorldModulePorts,
  { reader, overviewWriter, summaries, ...told }: WorldWriters,
): { readonly search: LibrarySearch; readonly providers: Provider[] } {
  const { worlds } = ports;
  const access = new GraphAccess(ports);
  const search = new StateSearch({ ...ports, compactor: new SessionCompactor(ports.documents) });
  const over = { ...ports, search };
  return {
    search,
    providers: [
      { provide: WorldReader, useValue: worlds },
      { provide: OverviewTeller, useValue: new OverviewTeller({ ...ports, writer: overviewWriter }) },
      { provide: SelectionTeller, useValue: new SelectionTeller(over) },
      { provide: StateTeller, useValue: new StateTeller(over) },
      { provide: GraphAccess, useValue: access },
      { provide: ContextDescriber, useValue: new ContextDescriber({ ...ports, ...told, access }) },
      { provide: PreviewsService, useValue: new PreviewsService({ ...over, reader }) },
      { provide: ExpansionsService, useValue: new ExpansionsService({ ...ports, summaries }) },
    ],
  };
}
