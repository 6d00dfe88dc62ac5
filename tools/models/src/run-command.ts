import type { Command, TrainingOutput } from './command.js';
import { CONFIDENCE_COMMANDS } from './confidence/commands.js';
import { QUESTION_TYPE_COMMANDS } from './question-types/commands.js';
import { RELEVANCE_COMMANDS } from './relevance/commands.js';
import { SUPPORT_COMMANDS } from './support/commands.js';
import { VECTOR_KERNEL_COMMANDS } from './vector-kernels.js';

/** By artefact, the commands that make it. */
const ARTEFACTS: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  confidence: CONFIDENCE_COMMANDS,
  'question-types': QUESTION_TYPE_COMMANDS,
  relevance: RELEVANCE_COMMANDS,
  support: SUPPORT_COMMANDS,
  'vector-kernels': VECTOR_KERNEL_COMMANDS,
};

/**
 * Runs a command of the workshop: `ARTEFACT COMMAND OPTIONS…`.
 *
 * @returns exit code: 0 done, 2 for arguments that are not valid
 * @throws any error of reading, searching, fitting or writing
 */
export async function runCommand(words: readonly string[], output: TrainingOutput): Promise<number> {
  const [artefact = '', name = '', ...rest] = words;
  const commands = Object.entries(ARTEFACTS).find(([known]) => known === artefact)?.[1];
  const command = Object.entries(commands ?? {}).find(([known]) => known === name)?.[1];
  if (await command?.run(rest, output)) return 0;
  output.err(usageOf(commands ? { [artefact]: commands } : ARTEFACTS));
  return 2;
}

function usageOf(artefacts: typeof ARTEFACTS): string {
  const lines = Object.entries(artefacts).flatMap(([artefact, commands]) =>
    Object.entries(commands).map(([name, { usage }]) => `models ${artefact} ${name} ${usage}`.trimEnd()),
  );
  return `use: ${lines.join('\n     ')}\n`;
}
