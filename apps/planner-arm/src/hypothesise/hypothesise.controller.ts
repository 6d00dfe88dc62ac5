import { Controller } from '@nestjs/common';
import { hypothesise, type Hypothesis, type OperationInput } from '@arbiter/contracts';
import { HandlesOperation, OperationPayload } from '@arbiter/messaging';
import { classifyQuery } from '../classify/classify-query.js';
import { hypothesisHelps } from './hypothesis-helps.js';

@Controller()
export class HypothesiseController {
  @HandlesOperation(hypothesise)
  hypothesise(@OperationPayload() { query, queryType }: OperationInput<typeof hypothesise>): Promise<Hypothesis> {
    const { helps, reason } = hypothesisHelps(query, queryType ?? classifyQuery(query).queryType);
    const why = helps ? `${reason} No language model is there to write a passage.` : reason;
    return Promise.resolve({ passage: null, helps: false, reason: why, by: 'rules' });
  }
}
