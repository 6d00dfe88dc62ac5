import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';

/**
 * The same, with a data directory of the evaluation's own.
 *
 * @throws ArbiterError INVALID_REQUEST with a server: what is measured is the configuration at hand
 */
export function withOwnStore(context: CommandContext): CommandContext {
  const { env, options } = context;
  if (options.server !== null) {
    throw new ArbiterError('INVALID_REQUEST', 'eval checks in a store of its own; it cannot be used with --server.');
  }
  const store = join(env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', 'validation');
  return { ...context, env: { ...env, ARBITER_DATA_DIR: store } };
}
