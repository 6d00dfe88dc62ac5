import { ScriptedCaller, type Script, type ScriptedCall } from '@arbiter/testing';
import { runArbiterOver, type ArbiterRun as Run, type ArbiterWorld as World } from '@arbiter/cli/testing';

export interface ArbiterWorld extends World {
  /** By operation name. */
  readonly scripts?: Readonly<Record<string, Script>>;
}

export interface ArbiterRun extends Run {
  readonly calls: readonly ScriptedCall[];
}

/** Runs `arbiter` with a scripted library in place of the arms. */
export async function runArbiter(
  argv: readonly string[],
  { scripts = {}, ...world }: ArbiterWorld = {},
): Promise<ArbiterRun> {
  const library = new ScriptedCaller(scripts);
  return { ...(await runArbiterOver(library, argv, world)), calls: library.calls };
}
