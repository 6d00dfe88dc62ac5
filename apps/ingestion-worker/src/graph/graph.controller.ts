import { buildGraph, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { Controller, Inject } from '@nestjs/common';
import { type BuiltGraph, GraphBuilder } from './graph-builder.js';

@Controller()
export class GraphController {
  constructor(@Inject(GraphBuilder) private readonly builder: GraphBuilder) {}

  @HandlesOperation(buildGraph)
  build({ collection, schema }: OperationInput<typeof buildGraph>, { signal }: OperationContext): Promise<BuiltGraph> {
    return this.builder.build(collection, schema, signal);
  }
}
