/** Bytes in which a text declares its encoding (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1_024;

const XML_DECLARATION = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/i;
const META_CHARSET = /<meta\b[^<>]*?\bcharset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i;
/** The first rule of a style sheet (CSS Syntax, 3.2). */
const CSS_CHARSET = /^@charset "([^"]+)";/;
/** A comment in the first two lines, as Python (PEP 263), Emacs and Vim read it. */
const CODING = /^(?:[^\n]*\n)?[^\n]*?coding[:=][ \t]*([-\w.]+)/;
/** The package of LaTeX. */
const INPUT_ENCODING = /\\usepackage\[([\w-]+)\]\{inputenc\}/;

/** The encoding that a text names for itself in its first lines; null when it names none. */
export function declaredIn(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  for (const pattern of [XML_DECLARATION, META_CHARSET, CSS_CHARSET, CODING, INPUT_ENCODING]) {
    const label = pattern.exec(start)?.[1];
    if (label !== undefined) return label;
  }
  return null;
}
