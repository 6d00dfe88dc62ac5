import { ArbiterError } from '@arbiter/contracts';
import type { Command } from 'commander';

/**
 * Refuses options that don't go with the arguments of a command.
 *
 * @param unfit names of the options
 * @param why what follows the option in the sentence: `needs the id of a job`
 * @throws ArbiterError INVALID_REQUEST that names the first one given
 */
export function refuseUnfit(command: Command, unfit: readonly string[], why: string): void {
  const given = unfit.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given !== undefined) throw new ArbiterError('INVALID_REQUEST', `--${given} ${why}.`);
}
