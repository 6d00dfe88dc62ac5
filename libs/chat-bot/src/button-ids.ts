/** `q:answer_1:2`, `d:document_1`. Ids are letters, digits, "_" and "-"; vendors allow 100 characters. */
const BUTTON = /^(?:q:([\w-]{1,90}):(\d{1,4})|d:([\w-]{1,90}))$/;

/** What a button stands for: the quote of a citation, or the deletion of a document, which administrators alone may do. */
export type Pressed = { readonly answerId: string; readonly marker: number } | { readonly documentId: string };

/** What a button carries, so that a bot that was restarted can still answer it. */
export function buttonId(pressed: Pressed): string {
  return 'documentId' in pressed ? `d:${pressed.documentId}` : `q:${pressed.answerId}:${pressed.marker}`;
}

/** @returns null for what is no such button */
export function readButtonId(id: string): Pressed | null {
  const [, answerId, marker, documentId] = BUTTON.exec(id) ?? [];
  if (documentId !== undefined) return { documentId };
  return answerId === undefined ? null : { answerId, marker: Number(marker) };
}
