const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The value of an attribute as it was written, its five entities of XML replaced. */
export function decodeXmlAttribute(raw: string): string {
  return raw.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => PREDEFINED[name] ?? whole);
}
