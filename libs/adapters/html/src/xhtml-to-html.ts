/** Elements that HTML leaves without an end as well; of all others, `<title/>` would swallow the rest of the page. */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

const SELF_CLOSED = /<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi;
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;

/** Rewrites what XML and HTML read differently, self-closed elements and CDATA, so that an HTML parser reads XHTML. */
export function xhtmlToHtml(source: string): string {
  return source
    .replace(CDATA, (_, text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    .replace(SELF_CLOSED, (tag, name: string, attributes: string) =>
      VOID_ELEMENTS.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
    );
}

/** Whether a page is written as XML, by its name or its first characters. */
export function isXhtml(name: string, source: string): boolean {
  return /\.xhtml$/i.test(name) || /^\s*<\?xml\b/.test(source);
}
