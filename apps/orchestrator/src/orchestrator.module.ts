import { resolve } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { FilesystemDomainCatalog, FilesystemSessionStore, openDataDirectory } from '@arbiter/adapters-filesystem';
import type { OperationClient } from '@arbiter/messaging';
import { SYSTEM_CLOCK, type Clock, type DomainCatalog, type IdGenerator, type SessionStore } from '@arbiter/ports';
import type { Registry } from 'prom-client';
import { DomainsController } from './domains/domains.controller.js';
import type { OrchestratorConfig } from './orchestrator.config.js';
import { DOMAIN_CATALOG, OPERATION_CLIENT, SESSION_STORE } from './orchestrator.tokens.js';
import { CorrectionObserver } from './query/correction/correction.observer.js';
import { QueryPipeline } from './query/pipeline.service.js';
import { QueryController } from './query/query.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';

/** Everything outside of this arm that it needs. */
export interface OrchestratorPorts {
  /** Reaches the other arms. */
  readonly client: OperationClient;
  readonly sessions: SessionStore;
  readonly domains: DomainCatalog;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** Composition root of the orchestrator: the only file of it that binds a port to an adapter. */
@Module({})
export class OrchestratorModule {
  static register(
    {
      selfCorrection,
      selfCorrectionMaxRetries,
    }: Pick<OrchestratorConfig, 'selfCorrection' | 'selfCorrectionMaxRetries'>,
    ports: OrchestratorPorts,
    registry: Registry,
  ): DynamicModule {
    const settings = { maxRetries: selfCorrection ? selfCorrectionMaxRetries : 0 };
    return {
      module: OrchestratorModule,
      controllers: [QueryController, DomainsController, SessionsController],
      providers: [
        { provide: OPERATION_CLIENT, useValue: ports.client },
        { provide: SESSION_STORE, useValue: ports.sessions },
        { provide: DOMAIN_CATALOG, useValue: ports.domains },
        {
          provide: QueryPipeline,
          useValue: new QueryPipeline(ports, settings, new CorrectionObserver(registry)),
        },
      ],
    };
  }
}

/**
 * Opens the orchestrator's own folder in the data directory: sessions are its alone, whoever writes the library.
 *
 * @param installed folders of the packs that come with the software
 * @param mode `read` for a process that keeps no session, so that any number of them can run side by side
 */
export async function bindOrchestratorPorts(
  { dataDir, domainsDirs }: Pick<OrchestratorConfig, 'dataDir' | 'domainsDirs'>,
  cwd: string,
  installed: readonly string[],
  mode: 'read' | 'write' = 'write',
): Promise<Pick<OrchestratorPorts, 'sessions' | 'domains'> & { close(): Promise<void> }> {
  const path = resolve(cwd, dataDir, 'orchestrator');
  const directory = await openDataDirectory({ path, mode, clock: SYSTEM_CLOCK });
  return {
    sessions: new FilesystemSessionStore(directory),
    domains: new FilesystemDomainCatalog([...domainsDirs.map((folder) => resolve(cwd, folder)), ...installed]),
    close: () => directory.close(),
  };
}
