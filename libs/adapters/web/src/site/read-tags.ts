import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export interface Tag {
  /** In lower case, as the names of the attributes. */
  readonly element: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const ignore = (): void => undefined;

/**
 * Calls back for the start tags of some elements, in order. Only the tokeniser runs, and no tree is built: a page whose tags
 * are nested a million deep takes as long as any other of its length.
 *
 * @param elements names in lower case
 */
export function readTags(html: string, elements: ReadonlySet<string>, onTag: (tag: Tag) => void): void {
  let element = '';
  let attributes: Map<string, string> | null = null;
  let name = '';
  let value = '';
  const end = (): void => {
    if (attributes) onTag({ element, attributes });
    attributes = null;
  };
  const callbacks: TokenizerCallbacks = {
    onopentagname(start, stop) {
      element = html.slice(start, stop).toLowerCase();
      attributes = elements.has(element) ? new Map() : null;
    },
    onattribname(start, stop) {
      if (!attributes) return;
      name = html.slice(start, stop).toLowerCase();
      value = '';
    },
    onattribdata(start, stop) {
      if (attributes) value += html.slice(start, stop);
    },
    onattribentity(codePoint) {
      if (attributes) value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (attributes && !attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: end,
    onselfclosingtag: end,
    oncdata: ignore,
    onclosetag: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onprocessinginstruction: ignore,
    ontext: ignore,
    ontextentity: ignore,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  tokenizer.write(html);
  tokenizer.end();
}
