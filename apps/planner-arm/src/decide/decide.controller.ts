import { Controller } from '@nestjs/common';
import { decide, type Decision, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationPayload } from '@arbiter/messaging';
import { decideByRules } from './decide-by-rules.js';

@Controller()
export class DecideController {
  @HandlesOperation(decide)
  decide(@OperationPayload() request: OperationInput<typeof decide>): Promise<Decision> {
    return Promise.resolve(decideByRules(request));
  }
}
