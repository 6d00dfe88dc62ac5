import { describe, expect, it } from '@jest/globals';
import { ASCIIDOC } from './asciidoc.js';
import { MarkupParser, type MarkupLanguage } from './markup.parser.js';
import { ORG } from './org.js';
import { RESTRUCTURED_TEXT } from './restructured-text.js';
import { TEX } from './tex.js';

async function itemsOf(language: MarkupLanguage, source: string): Promise<string[]> {
  const bytes = new TextEncoder().encode(source);
  const name = `mill${language.extensions[0]}`;
  const { signal } = new AbortController();
  const { text, blocks } = await new MarkupParser(language).parse({ bytes, name, signal });
  return blocks.filter(({ kind }) => kind === 'list_item').map(({ start, end }) => text.slice(start, end));
}

describe('items whose marks do not say their numbers', () => {
  it.each([
    ['one after the other', '. Stop\n. Lift\n\n. Turn\n', ['1. Stop', '2. Lift', '3. Turn']],
    [
      'in lists within one another',
      '. Stop\n.. the wheel\n.. the stone\n... slowly\n. Lift\n.. again\n',
      ['1. Stop', 'a. the wheel', 'b. the stone', 'i. slowly', '2. Lift', 'a. again'],
    ],
    [
      'below bullets',
      '* Mill\n. Stop\n. Lift\n* Barn\n. Open\n',
      ['- Mill', '1. Stop', '2. Lift', '- Barn', '1. Open'],
    ],
    ['around bullets', '. Stop\n* softly\n* soon\n. Lift\n', ['1. Stop', '- softly', '- soon', '2. Lift']],
    ['anew behind a paragraph', '. Stop\n. Lift\n\nThen rest.\n\n. Turn\n', ['1. Stop', '2. Lift', '1. Turn']],
    ['anew below a heading', '. Stop\n\n== Barn\n\n. Open\n', ['1. Stop', '1. Open']],
    [
      'over what belongs to an item',
      '. Stop\n+\nMind the gate.\n+\n----\nlet gate;\n----\n. Lift\n+\n--\nOne.\n\nTwo.\n--\n. Turn\n',
      ['1. Stop', '2. Lift', '3. Turn'],
    ],
    ['from where the list starts', '[start=4]\n. Stop\n. Lift\n', ['4. Stop', '5. Lift']],
    ['as its style says', '[upperroman]\n. Stop\n. Lift\n', ['I. Stop', 'II. Lift']],
    ['anew where a style begins another list', '. Stop\n\n[loweralpha]\n. Lift\n', ['1. Stop', 'a. Lift']],
    ['with comments between them', '. Stop\n// no\n. Lift\n', ['1. Stop', '2. Lift']],
    ['of callouts', '<.> the gate\n<.> the wheel\n<7> the stone\n', ['1. the gate', '2. the wheel', '7. the stone']],
    ['beside items with numbers of their own', '4. Stop\n. Lift\n', ['4. Stop', '1. Lift']],
    ['not where they go down', '[%reversed]\n. Stop\n. Lift\n', ['Stop', 'Lift']],
  ])('are counted in AsciiDoc %s', async (_, source, expected) => {
    expect(await itemsOf(ASCIIDOC, source)).toEqual(expected);
  });

  it.each([
    ['one after the other', '#. Stop\n#. Lift\n\n#. Turn\n', ['1. Stop', '2. Lift', '3. Turn']],
    ['from a number on', '4. Stop\n#. Lift\n', ['4. Stop', '5. Lift']],
    [
      'in lists within one another',
      '#. Stop\n\n   #. the wheel\n   #. the stone\n\n#. Lift\n',
      ['1. Stop', '1. the wheel', '2. the stone', '2. Lift'],
    ],
    ['anew behind a paragraph', '#. Stop\n\nThen rest.\n\n#. Turn\n', ['1. Stop', '1. Turn']],
    ['in brackets', '(#) Stop\n(#) Lift\n', ['(1) Stop', '(2) Lift']],
  ])('are counted in reStructuredText %s', async (_, source, expected) => {
    expect(await itemsOf(RESTRUCTURED_TEXT, source)).toEqual(expected);
  });

  it('say in Org from which number they count', async () => {
    expect(await itemsOf(ORG, '1. [@5] Stop\n6. Lift\n')).toEqual(['5. Stop', '6. Lift']);
  });

  it.each([
    [
      'in lists within one another',
      '\\begin{enumerate}\n\\item Stop\n\\begin{enumerate}\n\\item the wheel\n\\item the stone\n\\end{enumerate}\n\\item Lift\n\\begin{itemize}\n\\item soon\n\\end{itemize}\n\\item Turn\n\\end{enumerate}',
      ['1. Stop', '(a) the wheel', '(b) the stone', '2. Lift', '- soon', '3. Turn'],
    ],
    [
      'as their label says',
      '\\begin{enumerate}[label=\\Roman*)]\n\\item Stop\n\\item Lift\n\\end{enumerate}',
      ['I) Stop', 'II) Lift'],
    ],
    [
      'but for those with a name',
      '\\begin{enumerate}\n\\item[Gate] shut\n\\item Lift\n\\end{enumerate}',
      ['- Gate: shut', '1. Lift'],
    ],
  ])('are counted in LaTeX %s', async (_, source, expected) => {
    expect(await itemsOf(TEX, `\\begin{document}\n${source}\n\\end{document}`)).toEqual(expected);
  });
});
