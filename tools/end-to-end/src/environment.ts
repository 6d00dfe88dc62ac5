/** What a program needs to run at all; a developer's own ARBITER_… variables must not decide a test. */
const INHERITED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];

/** The environment of a child: what every program needs, and what it was told. */
export function childEnvironment(told: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = INHERITED_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...told };
}
