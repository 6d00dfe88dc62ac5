/** The prefixes that Word writes, for the namespaces of both editions of the format (ECMA-376, parts 1 and 4). */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/drawingml/2006/picture', 'pic'],
  ['http://purl.oclc.org/ooxml/drawingml/picture', 'pic'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
  ['http://purl.oclc.org/ooxml/drawingml/diagram', 'dgm'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingGroup', 'wpg'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas', 'wpc'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
  ['http://schemas.microsoft.com/office/drawing/2017/decorative', 'adec'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
]);

/** Names with the prefixes that Word writes, whichever the part declares. Each is found in a step, however deep it stands. */
export class Namespaces {
  private readonly bindings = new Map<string, string[]>();
  private readonly scopes: (readonly string[])[] = [];

  /** Takes the declarations of an element that opens. */
  open(attributes: Readonly<Record<string, string>>): void {
    const declared = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'));
    for (const name of declared) {
      const uris = this.bindings.get(name.slice(6));
      if (uris) uris.push(attributes[name] ?? '');
      else this.bindings.set(name.slice(6), [attributes[name] ?? '']);
    }
    this.scopes.push(declared);
  }

  close(): void {
    for (const name of this.scopes.pop() ?? []) this.bindings.get(name.slice(6))?.pop();
  }

  /** A prefix as Word writes it; the URI of a namespace that is not known here. */
  prefix(own: string): string {
    const uri = this.bindings.get(own)?.at(-1) ?? own;
    return PREFIXES.get(uri) ?? uri;
  }

  element(name: string): string {
    const colon = name.indexOf(':');
    const prefix = this.prefix(colon < 0 ? '' : name.slice(0, colon));
    return prefix === '' ? name : `${prefix}:${name.slice(colon + 1)}`;
  }

  /** As {@link element}; an attribute without a prefix is in no namespace. */
  attribute(name: string): string {
    return name.includes(':') ? this.element(name) : name;
  }
}
