/** A text on one line, cut to so many UTF-16 code units. */
export function clipped(text: string, length: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > length ? `${plain.slice(0, length).toWellFormed()}…` : plain;
}
