import {
  previews,
  search,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  type RankingOverrides,
} from '@arbiter/contracts';
import type { CallOptions, OperationClient } from '@arbiter/messaging';

/**
 * Puts the settings of a variant into requests that leave them to the retriever. What a request says itself stays. Below the
 * recording, like the budget of language models: the answering code does the same in every variant, and on a replay.
 */
export class OverridingClient implements OperationClient {
  constructor(
    private readonly client: OperationClient,
    private readonly overrides: RankingOverrides,
  ) {}

  request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: CallOptions,
  ): Promise<OperationOutput<O>> {
    return this.client.request(operation, this.overridden(operation, input), options);
  }

  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options?: CallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    return this.client.stream(operation, this.overridden(operation, input), options);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private overridden<O extends AnyOperation>(operation: O, input: OperationRequest<O>): OperationRequest<O> {
    const fields = this.fieldsFor(operation.name);
    return fields === null ? input : ({ ...fields, ...(input as object) } as OperationRequest<O>);
  }

  private fieldsFor(operation: string): object | null {
    const { fusion, vectorWeight, rerank, graphWeights } = this.overrides;
    if (operation === previews.name) return graphWeights === undefined ? null : { weights: graphWeights };
    if (operation !== search.name) return null;
    return {
      ...(fusion !== undefined && { fusion }),
      ...(vectorWeight !== undefined && { vector_weight: vectorWeight }),
      ...(rerank !== undefined && { rerank }),
    };
  }
}
