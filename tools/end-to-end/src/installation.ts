import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { runProgram, type ProgramOptions, type ProgramRun } from './run-program.js';

export const ARM_APPS = ['orchestrator', 'planner-arm', 'retriever-arm', 'validator-arm', 'ingestion-worker'] as const;
export type ArmApp = (typeof ARM_APPS)[number];
export type App = ArmApp | 'standalone';

export type ArbiterOptions = Omit<ProgramOptions, 'command' | 'args'>;

const launcher = new URL('../../../apps/cli/bin/is-bundle-current.mjs', import.meta.url);
export const { isBundleCurrent } = (await import(launcher.href)) as { isBundleCurrent: (root: string) => boolean };

/** A folder that holds the built programs, as a clone does after `npm run build`. */
export class Installation {
  constructor(readonly root: string) {}

  /**
   * The file with which node starts an app: bundled where the bundle is current, since that starts in half the time.
   *
   * @throws ArbiterError UNAVAILABLE when it is not built
   */
  main(app: App): string {
    const bundled = isBundleCurrent(this.root) && join(this.root, 'apps', 'cli', 'bundle', `${app}.js`);
    return this.built(app, bundled || join(this.root, 'apps', app, 'dist', 'main.js'));
  }

  /** Path of the `arbiter` command. @throws as {@link main} */
  get arbiterPath(): string {
    this.built('cli', join(this.root, 'apps', 'cli', 'dist', 'main.js'));
    return join(this.root, 'apps', 'cli', 'bin', 'arbiter.mjs');
  }

  /** Runs one `arbiter` command to its end. */
  arbiter(args: readonly string[], options: ArbiterOptions): Promise<ProgramRun> {
    return runProgram({ ...options, command: process.execPath, args: [this.arbiterPath, ...args] });
  }

  private built(app: string, path: string): string {
    if (existsSync(path)) return path;
    throw new ArbiterError('UNAVAILABLE', `apps/${app} is not built: run \`npm run build\`, then the tests again.`);
  }
}

/** The clone that this file belongs to, seen from `src` as from `dist`. */
export const WORKSPACE = new Installation(fileURLToPath(new URL('../../../', import.meta.url)));
