import { Controller } from '@nestjs/common';
import { decompose, type DecomposedQuery, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationPayload } from '@arbiter/messaging';
import { decomposeQuery } from './decompose-query.js';

@Controller()
export class DecomposeController {
  @HandlesOperation(decompose)
  decompose(@OperationPayload() { query }: OperationInput<typeof decompose>): Promise<DecomposedQuery> {
    return Promise.resolve(decomposeQuery(query));
  }
}
