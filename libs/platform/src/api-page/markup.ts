/** Text of HTML that may stand in a page as it is. */
export class Markup {
  constructor(readonly source: string) {}
}

type Piece = string | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML: whatever is put into it is text, between tags or within a quoted attribute, unless it is markup of ours. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((own, index) => own + sourceOf(pieces[index] ?? '')).join(''));
}

function sourceOf(piece: Piece): string {
  if (piece instanceof Markup) return piece.source;
  if (typeof piece !== 'string') return piece.map(({ source }) => source).join('');
  return piece.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
