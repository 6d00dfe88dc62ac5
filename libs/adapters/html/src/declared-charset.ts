/** Bytes in which a page must declare its encoding (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1_024;

const XML_DECLARATION = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/i;
const META_CHARSET = /<meta\b[^>]*?\bcharset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i;

/** The encoding that a page names for itself, in its XML declaration or a `<meta>`; null when it names none. */
export function declaredCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  return XML_DECLARATION.exec(start)?.[1] ?? META_CHARSET.exec(start)?.[1] ?? null;
}
