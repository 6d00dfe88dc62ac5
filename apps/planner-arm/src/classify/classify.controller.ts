import { Controller } from '@nestjs/common';
import { classify, type Classification, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationPayload } from '@arbiter/messaging';
import { classifyQuery } from './classify-query.js';

@Controller()
export class ClassifyController {
  @HandlesOperation(classify)
  classify(@OperationPayload() { query }: OperationInput<typeof classify>): Promise<Classification> {
    return Promise.resolve(classifyQuery(query));
  }
}
