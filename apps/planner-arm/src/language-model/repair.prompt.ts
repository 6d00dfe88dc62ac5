/** Longest problem that is told: it may quote what the model wrote. */
const LONGEST = 400;

/** Stands at the end of a second try. */
export function repairPrompt(problem: string): string {
  return `Your earlier answer to this request could not be used (${problem.slice(0, LONGEST)}). Answer again, with nothing but the JSON that is asked for.`;
}
