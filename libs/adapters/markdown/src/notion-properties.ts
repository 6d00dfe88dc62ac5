/** The name of a page that Notion has exported: its title and its id. */
const NOTION_PAGE = /(?:^|\/)[^/]* [0-9a-f]{32}\.md$/;

/** The title, an empty line, and the properties of the page of a database, one a line, up to the next empty line. */
const HEAD = /^(# [^\n]*\n\n)((?:[^\n:#|>*-][^\n:]{0,100}: [^\n]*(?:\n|$))+)(?=\n|$)/;

/** Properties as metadata; none for a page that is none of Notion's, or of no database. Values as they are written. */
export function readNotionProperties(name: string, source: string): Readonly<Record<string, string>> {
  const lines = propertyLines(name, source);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [
        line.slice(0, colon).trim().normalize('NFC'),
        line
          .slice(colon + 2)
          .trim()
          .normalize('NFC'),
      ];
    }),
  );
}

/** Markdown would read the properties as one line: each ends in a line break that is meant. */
export function breakNotionProperties(name: string, source: string): string {
  if (propertyLines(name, source).length === 0) return source;
  return source.replace(HEAD, (_, title: string, lines: string) => `${title}${lines.replace(/\n(?=[^\n])/g, '  \n')}`);
}

function propertyLines(name: string, source: string): string[] {
  if (!NOTION_PAGE.test(name)) return [];
  return (HEAD.exec(source)?.[2] ?? '').split('\n').filter((line) => line !== '');
}
