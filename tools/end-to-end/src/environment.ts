/** Variables that a program needs to run at all; a developer's own ARBITER_… variables must not decide a test. */
const INHERITED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];

/** Switches the reading models off, which take half of a program's start: for specs that do not depend on them. */
export const NO_READER = { ENABLE_READER: 'false' } as const;

/** The environment of a child process: the variables that every program needs, and the given ones. */
export function childEnvironment(told: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = INHERITED_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...told };
}
