import type { Command } from 'commander';
import type { CommandContext } from '../command.context.js';

/** Who says what is recorded, and why. */
export interface OriginOptions {
  readonly by?: string;
  readonly reason?: string;
}

export function withOrigin(command: Command): Command {
  return command
    .option('--by <name>', 'who says so (default: the user of this computer)')
    .option('--reason <sentence>', 'why');
}

export function originOf(
  { by, reason }: OriginOptions,
  { env }: Pick<CommandContext, 'env'>,
): { by: string; reason?: string } {
  // Set by the system, USERNAME on Windows.
  const { USER, USERNAME } = env;
  const user = by ?? USER ?? USERNAME ?? '';
  return { by: user.trim() === '' ? 'unknown' : user, ...(reason !== undefined && { reason }) };
}
