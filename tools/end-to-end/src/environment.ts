/** What a program needs to run at all; a developer's own ARBITER_… variables must not decide a test. */
const INHERITED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];

/** Half of what a program takes to start is the model that reads: for specs in which nothing hangs by what it says. */
export const NO_READER = { SYNTHESIS_READER: 'false', VALIDATION_READER: 'false' } as const;

/** The environment of a child: what every program needs, and what it was told. */
export function childEnvironment(told: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = INHERITED_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...told };
}
