/** `q:answer_1:2`. An answer's id is letters, digits, "_" and "-"; vendors allow 100 characters. */
const QUOTE = /^q:([A-Za-z0-9_-]{1,90}):(\d{1,4})$/;

/** What a button that shows a quote carries, so that a bot that was restarted can still answer it. */
export function buttonId(answerId: string, marker: number): string {
  return `q:${answerId}:${marker}`;
}

/** @returns null for what is no such button */
export function readButtonId(id: string): { readonly answerId: string; readonly marker: number } | null {
  const [, answerId, marker] = QUOTE.exec(id) ?? [];
  return answerId === undefined ? null : { answerId, marker: Number(marker) };
}
