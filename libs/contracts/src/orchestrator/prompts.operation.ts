import { z } from 'zod';
import { DomainPrompt } from '../domain/prompt-template.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

export const listPrompts = defineOperation({
  name: 'orchestrator.list-prompts',
  revision: 1,
  summary: 'List the prompts of the domain packs that are installed, by domain and name.',
  input: z.strictObject({
    /** Only those of this domain. */
    domain: CollectionName.optional(),
  }),
  output: z.strictObject({ prompts: z.array(DomainPrompt) }),
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/prompts' },
  examples: {
    accepted: [
      { title: 'of all domains', input: {} },
      { title: 'of one', input: { domain: 'lantern-coast' } },
    ],
    rejected: [{ title: 'a path', input: { domain: '../x' }, field: 'domain' }],
  },
});
