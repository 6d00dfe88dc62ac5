import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  estimateDomain,
  estimateIngestion,
  ingestDomain,
  listDomains,
  listPrompts,
  submitJob,
  type IngestionEstimate,
  type OperationInput,
  type OperationRequest,
  type OperationOutput,
} from '@arbiter/contracts';
import {
  HandlesOperation,
  OperationCtx,
  OperationPayload,
  type OperationClient,
  type OperationContext,
} from '@arbiter/messaging';
import type { DomainCatalog, DomainPack } from '@arbiter/ports';
import { DOMAIN_CATALOG, OPERATION_CLIENT } from '../orchestrator.tokens.js';

@Controller()
export class DomainsController {
  constructor(
    @Inject(DOMAIN_CATALOG) private readonly domains: DomainCatalog,
    @Inject(OPERATION_CLIENT) private readonly client: OperationClient,
  ) {}

  @HandlesOperation(listDomains)
  async list(
    @OperationPayload() _input: OperationInput<typeof listDomains>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listDomains>> {
    const packs = await this.domains.list(signal);
    return {
      domains: packs.map(({ config: { domain, version, description }, collections }) => ({
        domain,
        version,
        description,
        collections: [...collections],
      })),
    };
  }

  @HandlesOperation(listPrompts)
  async prompts(
    @OperationPayload() { domain }: OperationInput<typeof listPrompts>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<OperationOutput<typeof listPrompts>> {
    const packs = domain === undefined ? await this.domains.list(signal) : [await this.packOf(domain, signal)];
    return {
      prompts: packs.flatMap(({ config, prompts }) => prompts.map((prompt) => ({ domain: config.domain, ...prompt }))),
    };
  }

  @HandlesOperation(ingestDomain)
  async ingest(
    @OperationPayload() { domain, maxCost }: OperationInput<typeof ingestDomain>,
    @OperationCtx() context: OperationContext,
  ): Promise<OperationOutput<typeof ingestDomain>> {
    const requests = requestsOf(await this.packOf(domain, context.signal));
    const jobs = await Promise.all(
      requests.map((request) =>
        this.client.request(submitJob, { ...request, ...(maxCost !== undefined && { maxCost }) }, { parent: context }),
      ),
    );
    return { jobs };
  }

  @HandlesOperation(estimateDomain)
  async estimate(
    @OperationPayload() { domain }: OperationInput<typeof estimateDomain>,
    @OperationCtx() context: OperationContext,
  ): Promise<OperationOutput<typeof estimateDomain>> {
    const estimates: IngestionEstimate[] = [];
    // One after the other: each is work for one worker.
    for (const request of requestsOf(await this.packOf(domain, context.signal))) {
      estimates.push(await this.client.request(estimateIngestion, request, { parent: context }));
    }
    return { estimates };
  }

  private async packOf(domain: string, signal: AbortSignal): Promise<DomainPack> {
    const pack = await this.domains.get(domain, signal);
    if (!pack) throw new ArbiterError('NOT_FOUND', `There is no domain "${domain}".`, { details: { domain } });
    return pack;
  }
}

/** What is to be ingested for a pack, by collection. @throws ArbiterError INVALID_REQUEST when it names no documents */
function requestsOf({ config, sources }: DomainPack): OperationRequest<typeof estimateIngestion>[] {
  const { domain, language, vectorDatabase } = config;
  if (sources.length === 0) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `Domain "${domain}" names no documents: put some into its documents/ folder or into sources.json.`,
    );
  }
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
