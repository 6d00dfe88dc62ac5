import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ASCIIDOC } from './asciidoc.js';
import { type MarkupLanguage, MarkupParser } from './markup.parser.js';
import { ORG } from './org.js';
import { RESTRUCTURED_TEXT } from './restructured-text.js';
import { TEX } from './tex.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = async (language: MarkupLanguage, source: string) => {
  const name = `mill${language.extensions[0]}`;
  const { signal } = new AbortController();
  const parsed = await new MarkupParser(language).parse({ bytes: utf8(source), name, signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const blocksOf = async (language: MarkupLanguage, source: string): Promise<string[]> => {
  const { text, blocks } = await read(language, source);
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
};
const headingsOf = async (language: MarkupLanguage, source: string) => {
  const { title, sections } = await read(language, source);
  return { title, sections: sections.map(({ heading, level }) => `${level} ${heading}`) };
};

const RST = `=====
Mills
=====

:Author: Runa Delt

The **wheel** of *Orm* turns :strong:\`2\` times, see \`the log <https://mill.example/log>\`_ or log_.

Stones
------

- The upper one
  is *new*.
- The lower one.

.. note:: Never run it dry.

.. code-block:: sh

   turn --slow

.. a comment

=====  =======
Stone  Weight
=====  =======
upper  700 kg
lower  900 kg
=====  =======

.. _log: https://log.example/
`;
const ADOC = `= Mills
Runa Delt <runa@mill.example>
:river: Orm

The *wheel* at {river} turns, see https://mill.example/log[the log].

== Stones

* The upper one
is _new_.
. The lower one.

NOTE: Never run it dry.

[source,sh]
----
turn --slow
----

// a comment
[cols="1,1",options="header"]
|===
|Stone |Weight
|upper |700 kg
|lower
|900 kg
|===

gear:: the cog
`;
const ORG_TEXT = `#+TITLE: Mills
#+AUTHOR: Runa Delt
* Wheel
:PROPERTIES:
:ID: 7
:END:
The *wheel* turns, see [[https://mill.example/log][the log]].
** TODO Stones :heavy:
- The upper one
  is /new/.
# a comment
#+BEGIN_SRC sh
turn --slow
#+END_SRC
| Stone | Weight |
|-------+--------|
| upper | 700 kg |
`;
const TEX_TEXT = `\\documentclass{article}
\\title{Mills of \\'Orm}
\\author{Runa Delt}
\\begin{document}
\\maketitle
\\section{Wheel} % the large one
The \\textbf{wheel} is 40\\% \\emph{oak}, see \\href{https://mill.example}{the log}~\\cite{delt}.
\\subsection{Stones}\\label{s}
\\begin{itemize}
  \\item The upper one is new.
\\end{itemize}
\\begin{tabular}{ll}
Stone & Weight \\\\ \\hline
upper & 700 kg \\\\
\\end{tabular}
\\begin{equation}
E = mc^2
\\end{equation}
\\end{document}
`;
const SAMPLES: readonly [MarkupLanguage, string, string][] = [
  [RESTRUCTURED_TEXT, RST, 'Stone: upper; Weight: 700 kg'],
  [ASCIIDOC, ADOC, 'Stone: lower; Weight: 900 kg'],
  [ORG, ORG_TEXT, 'Stone: upper; Weight: 700 kg'],
  [TEX, TEX_TEXT, 'Stone: upper; Weight: 700 kg'],
];
for (const [language, source, holds] of SAMPLES) {
  const sample = { what: language.name, name: `a${language.extensions[0]}`, bytes: utf8(source), holds: [holds] };
  describeDocumentParser(`MarkupParser of ${language.name}`, () => new MarkupParser(language), [sample]);
}

describe('MarkupParser', () => {
  it('reads reStructuredText by blocks, without its marks', async () => {
    expect(await headingsOf(RESTRUCTURED_TEXT, RST)).toEqual({ title: 'Mills', sections: ['1 Mills', '2 Stones'] });
    expect(await blocksOf(RESTRUCTURED_TEXT, RST)).toEqual([
      'heading: Mills',
      'list_item: Author: Runa Delt',
      'paragraph: The wheel of Orm turns 2 times, see the log (address: https://mill.example/log) or log (address: https://log.example/).',
      'heading: Stones',
      'list_item: - The upper one\nis new.',
      'list_item: - The lower one.',
      'paragraph: Note: Never run it dry.',
      'code: turn --slow',
      'table_row: Stone: upper; Weight: 700 kg',
      'table_row: Stone: lower; Weight: 900 kg',
    ]);
  });

  it('reads the drawn tables of reStructuredText, and lists of rows', async () => {
    const grid =
      '+-------+--------+\n| Stone | Weight |\n+=======+========+\n| upper | 700    |\n|       | kg     |\n+-------+--------+\n';
    const list =
      '.. list-table:: Stones\n   :header-rows: 1\n\n   * - Stone\n     - Weight\n   * - lower\n     - 900 kg\n';
    expect(await blocksOf(RESTRUCTURED_TEXT, `${grid}\n${list}`)).toEqual([
      'table_row: Stone: upper; Weight: 700 kg',
      'paragraph: Stones',
      'table_row: Stone: lower; Weight: 900 kg',
    ]);
  });

  it('reads AsciiDoc by blocks, without its marks', async () => {
    const { metadata } = await read(ASCIIDOC, ADOC);
    expect(metadata).toMatchObject({ author: 'Runa Delt' });
    expect(await headingsOf(ASCIIDOC, ADOC)).toEqual({ title: 'Mills', sections: ['1 Mills', '2 Stones'] });
    expect(await blocksOf(ASCIIDOC, ADOC)).toEqual([
      'list_item: Author: Runa Delt',
      'list_item: River: Orm',
      'heading: Mills',
      'paragraph: The wheel at Orm turns, see the log (address: https://mill.example/log).',
      'heading: Stones',
      'list_item: - The upper one\nis new.',
      'list_item: 1. The lower one.',
      'paragraph: NOTE: Never run it dry.',
      'code: turn --slow',
      'table_row: Stone: upper; Weight: 700 kg',
      'table_row: Stone: lower; Weight: 900 kg',
      'list_item: gear: the cog',
    ]);
  });

  it('reads Org by blocks, without its marks and drawers', async () => {
    expect(await headingsOf(ORG, ORG_TEXT)).toEqual({ title: 'Mills', sections: ['1 Wheel', '2 Stones'] });
    expect(await blocksOf(ORG, ORG_TEXT)).toEqual([
      'list_item: Author: Runa Delt',
      'heading: Wheel',
      'paragraph: The wheel turns, see the log (address: https://mill.example/log).',
      'heading: Stones',
      'list_item: - The upper one\nis new.',
      'code: turn --slow',
      'table_row: Stone: upper; Weight: 700 kg',
    ]);
  });

  it('reads LaTeX by sections, without its commands and comments', async () => {
    expect(await headingsOf(TEX, TEX_TEXT)).toEqual({
      title: 'Mills of Órm',
      sections: ['1 Mills of Órm', '2 Wheel', '3 Stones'],
    });
    expect(await blocksOf(TEX, TEX_TEXT)).toEqual([
      'heading: Mills of Órm',
      'list_item: Author: Runa Delt',
      'heading: Wheel',
      'paragraph: The wheel is 40% oak, see the log (address: https://mill.example) [delt].',
      'heading: Stones',
      'list_item: - The upper one is new.',
      'table_row: Stone: upper; Weight: 700 kg',
      'paragraph: E = mc²',
    ]);
  });

  it.each([
    [RESTRUCTURED_TEXT, 'It costs 25\\ :sup:`3` pence, holds 3 × 10\\ :sup:`5` l and cost :del:`9` 8 once.'],
    [ASCIIDOC, 'It costs 25^3^ pence, holds 3 × 10^5^ l and cost [.line-through]#9# 8 once.'],
    [ORG, 'It costs 25^{3} pence, holds 3 × 10^5 l and cost +9+ 8 once.'],
    [
      TEX,
      'It costs 25\\textsuperscript{\\textit{3}} pence, holds 3 × 10\\textsuperscript{5} l and cost \\sout{\\textbf{9}} 8 once.',
    ],
  ])('glues no raised digit to a number and leaves struck-out text out of %p', async (language, source) => {
    const { text, warnings } = await read(language, source);
    expect(text).toBe('It costs 25 pence, holds 3 × 10⁵ l and cost 8 once.');
    expect(warnings).toEqual(['Struck-out words of 1 paragraph, item or cell were left out.']);
  });

  it.each([
    [RESTRUCTURED_TEXT, 'See `the desk <mailto:desk@mill.example>`_ or `the list <https://mill.example/list>`_.'],
    [ASCIIDOC, 'See mailto:desk@mill.example[the desk] or https://mill.example/list[the list].'],
    [ORG, 'See [[mailto:desk@mill.example][the desk]] or [[https://mill.example/list][the list]].'],
    [TEX, 'See \\href{mailto:desk@mill.example}{the desk} or \\href{https://mill.example/list}{the list}.'],
  ])('says where links of %p lead', async (language, source) => {
    expect((await read(language, source)).text).toBe(
      'See the desk (e-mail: desk@mill.example) or the list (address: https://mill.example/list).',
    );
  });

  it.each([
    [ASCIIDOC, '= Weir\nRuna Delt\n:keeper: Ove Brand\n:toc:\n\nText.\n', ['Author: Runa Delt', 'Keeper: Ove Brand']],
    [ORG, '#+TITLE: Weir\n#+AUTHOR: Runa Delt\nText.\n', ['Author: Runa Delt']],
    [TEX, '\\author{Runa Delt}\n\\begin{document}Text.\\end{document}', ['Author: Runa Delt']],
  ])('writes what the head of %p says as lines', async (language, source, lines) => {
    const blocks = await blocksOf(language, source);
    expect(blocks.filter((block) => block.startsWith('list_item'))).toEqual(lines.map((line) => `list_item: ${line}`));
    expect(blocks.at(-1)).toBe('paragraph: Text.');
  });

  it('keeps notes of AsciiDoc apart from the word before them', async () => {
    expect((await read(ASCIIDOC, 'It costs 25footnote:[In winter.] pence.')).text).toBe(
      'It costs 25 (In winter.) pence.',
    );
  });

  it.each([
    [RESTRUCTURED_TEXT, '.. include:: other.rst\n'],
    [ASCIIDOC, 'include::other.adoc[]\n'],
    [ORG, '#+INCLUDE: "other.org"\n'],
    [TEX, '\\input{other}\n'],
  ])('says that what %p includes is not read', async (language, source) => {
    expect((await read(language, source)).warnings).toEqual([expect.stringContaining('other')]);
  });

  it.each([
    [
      RESTRUCTURED_TEXT,
      (depth: number) => Array.from({ length: depth }, (_, n) => `${'  '.repeat(n)}- level`).join('\n'),
    ],
    [ASCIIDOC, (depth: number) => '====\n'.repeat(depth)],
    [ORG, (depth: number) => Array.from({ length: depth }, (_, n) => `${'  '.repeat(n)}- level`).join('\n')],
    [TEX, (depth: number) => '\\begin{quote}{\\bf '.repeat(depth)],
  ])('reads %p that is nested a thousand deep', async (language, nested) => {
    await read(language, nested(1_000));
  });
});
