import type { z } from 'zod';

/** One thing that is wrong with the inputs of a tool. */
export interface ParameterIssue {
  /** Keys and indexes from the inputs down to the value; empty for the inputs as a whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function parameterIssuesOf(error: z.ZodError): ParameterIssue[] {
  return error.issues.map(({ path, message }) => {
    const steps = path.map((key) => (typeof key === 'number' ? key : String(key)));
    return { path: steps, message: steps.length === 0 ? message : `"${steps.join('.')}": ${message}` };
  });
}
