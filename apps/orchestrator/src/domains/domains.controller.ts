import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  buildGraph,
  graphSchemaOf,
  estimateDomain,
  estimateIngestion,
  ingestDomain,
  listDomains,
  listPrompts,
  scheduleIngestion,
  submitJob,
  type IngestionEstimate,
  type IngestionJob,
  type OperationInput,
  type OperationRequest,
  type RefreshInterval,
  unknownName,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationClient, type OperationContext } from '@arbiter/messaging';
import type { DomainCatalog, DomainPack } from '@arbiter/ports';
import { reachesPack } from '../access/reaches-pack.js';
import { loadPackChangelog } from './load-pack-changelog.js';

/** Injection tokens of the ports of domains. */
export const DOMAIN_CATALOG = Symbol('DomainCatalog');
export const OPERATION_CLIENT = Symbol('OperationClient');

@Controller()
export class DomainsController {
  constructor(
    @Inject(DOMAIN_CATALOG) private readonly domains: DomainCatalog,
    @Inject(OPERATION_CLIENT) private readonly client: OperationClient,
  ) {}

  @HandlesOperation(listDomains)
  async list(_input: OperationInput<typeof listDomains>, context: OperationContext) {
    const packs = await this.reachablePacks(context);
    return {
      domains: packs.map(({ config: { domain, version, description }, collections, sources }) => ({
        domain,
        version,
        description,
        collections: [...collections],
        sources: sources.length,
      })),
    };
  }

  @HandlesOperation(listPrompts)
  async prompts({ domain }: OperationInput<typeof listPrompts>, context: OperationContext) {
    const packs = domain === undefined ? await this.reachablePacks(context) : [await this.packOf(domain, context)];
    return {
      prompts: packs.flatMap(({ config, prompts }) => prompts.map((prompt) => ({ domain: config.domain, ...prompt }))),
    };
  }

  @HandlesOperation(ingestDomain)
  async ingest({ domain, maxCost, changelog }: OperationInput<typeof ingestDomain>, context: OperationContext) {
    const pack = await this.packOf(domain, context);
    assertNamesDocuments(pack);
    const entries = changelog ? await this.domains.changelog(domain, context.signal) : [];
    const cap = maxCost === undefined ? {} : { maxCost };
    await this.prepareGraphs(pack, context);
    const intervals = [...new Set(pack.sources.map(({ refresh }) => refresh))];
    const queued = intervals.flatMap((refresh) =>
      requestsOf(pack, (one) => one.refresh === refresh).map((request) =>
        this.queue({ ...request, ...cap }, refresh, context),
      ),
    );
    const jobs = await Promise.all(queued);
    const [collection] = pack.collections;
    if (entries.length === 0 || collection === undefined) return { jobs, changelog: null };
    return { jobs, changelog: await loadPackChangelog(collection, entries, this.client, context) };
  }

  /** The graph of a domain with entity types. Each job brings it up to date at its end. */
  private async prepareGraphs({ config, collections }: DomainPack, parent: OperationContext): Promise<void> {
    const schema = graphSchemaOf(config);
    if (!schema) return;
    for (const collection of collections) await this.client.request(buildGraph, { collection, schema }, { parent });
  }

  /** Also again and again, where a pack says how often. */
  private async queue(
    request: OperationRequest<typeof submitJob>,
    refresh: RefreshInterval | undefined,
    parent: OperationContext,
  ): Promise<IngestionJob> {
    if (refresh === undefined) return this.client.request(submitJob, request, { parent });
    return (await this.client.request(scheduleIngestion, { ...request, refresh }, { parent })).job;
  }

  @HandlesOperation(estimateDomain)
  async estimate({ domain }: OperationInput<typeof estimateDomain>, context: OperationContext) {
    const estimates: IngestionEstimate[] = [];
    // One after the other: each is work for one worker.
    const pack = await this.packOf(domain, context);
    assertNamesDocuments(pack);
    for (const request of requestsOf(pack)) {
      estimates.push(await this.client.request(estimateIngestion, request, { parent: context }));
    }
    return { estimates };
  }

  private async reachablePacks({ principal, signal }: OperationContext): Promise<readonly DomainPack[]> {
    const packs = await this.domains.list(signal);
    return packs.filter(({ config: { domain }, collections }) => reachesPack(principal, { domain, collections }));
  }

  private async packOf(domain: string, context: OperationContext): Promise<DomainPack> {
    const pack = await this.domains.get(domain, context.signal);
    if (pack) return pack;
    const known = (await this.reachablePacks(context)).map(({ config }) => config.domain);
    throw new ArbiterError('NOT_FOUND', unknownName('There is no domain', domain, known), { details: { domain } });
  }
}

/** @throws ArbiterError INVALID_REQUEST for a pack without any */
function assertNamesDocuments({ config: { domain }, sources }: DomainPack): void {
  if (sources.length > 0) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `Domain "${domain}" names no documents: put some into its documents/ folder or into sources.json.`,
  );
}

/** Ingestion requests for a pack, by collection: for all of its sources, or some of them. */
function requestsOf(
  { config, sources: all }: DomainPack,
  isWanted: (source: DomainPack['sources'][number]) => boolean = () => true,
): OperationRequest<typeof estimateIngestion>[] {
  const { language, vectorDatabase } = config;
  const sources = all.filter(isWanted);
  const { embeddingModel: model, dimensions } = vectorDatabase;
  const embedding = { ...(model !== undefined && { model }), ...(dimensions !== undefined && { dimensions }) };
  const collections = [...new Set(sources.map(({ collection }) => collection))];
  return collections.map((collection) => ({
    collection,
    sources: sources.filter((one) => one.collection === collection).map(({ source }) => source),
    language,
    embedding,
  }));
}
