import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  ingestDomain,
  listDomains,
  listPrompts,
  submitJob,
  type OperationInput,
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
    @OperationPayload() { domain }: OperationInput<typeof ingestDomain>,
    @OperationCtx() context: OperationContext,
  ): Promise<OperationOutput<typeof ingestDomain>> {
    const pack = await this.packOf(domain, context.signal);
    if (pack.sources.length === 0) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `Domain "${domain}" names no documents: put some into its documents/ folder or into sources.json.`,
      );
    }
    const { embeddingModel: model, dimensions } = pack.config.vectorDatabase;
    const embedding = { ...(model !== undefined && { model }), ...(dimensions !== undefined && { dimensions }) };
    const collections = [...new Set(pack.sources.map(({ collection }) => collection))];
    const jobs = await Promise.all(
      collections.map((collection) =>
        this.client.request(
          submitJob,
          {
            collection,
            sources: pack.sources.filter((one) => one.collection === collection).map(({ source }) => source),
            language: pack.config.language,
            embedding,
          },
          { parent: context },
        ),
      ),
    );
    return { jobs };
  }

  private async packOf(domain: string, signal: AbortSignal): Promise<DomainPack> {
    const pack = await this.domains.get(domain, signal);
    if (!pack) throw new ArbiterError('NOT_FOUND', `There is no domain "${domain}".`, { details: { domain } });
    return pack;
  }
}
