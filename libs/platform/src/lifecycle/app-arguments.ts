import { parseArgs } from 'node:util';
import { isNativeError } from 'node:util/types';
import { ArbiterError } from '@arbiter/contracts';

export interface AppArguments {
  readonly config?: string;
  readonly printConfig: boolean;
  readonly help: boolean;
}

/**
 * What every app takes on the command line: `--config FILE`, `--print-config`, `--help`.
 *
 * @throws ArbiterError INVALID_REQUEST for anything else
 */
export function parseAppArguments(argv: readonly string[]): AppArguments {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        config: { type: 'string' },
        'print-config': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { config, help = false, 'print-config': printConfig = false } = values;
    return { ...(config === undefined ? {} : { config }), printConfig, help };
  } catch (cause) {
    const reason = isNativeError(cause) ? cause.message.split('. ')[0] : 'unknown argument';
    throw new ArbiterError('INVALID_REQUEST', `${reason}. Possible are --config FILE, --print-config and --help.`, {
      cause,
    });
  }
}
