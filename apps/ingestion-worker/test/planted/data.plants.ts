import { type Plant, plants } from './plant.js';

const CSV = [
  ...plants('.csv', [
    ['a cell', (w) => `a,b\n1,${w}\n`],
    ['a head cell', (w) => `a,${w}\n1,2\n`],
    ['a head cell over empty cells', (w) => `a,b,${w}\n1,2,\n3,4,\n`],
    ['a cell beyond the head', (w) => `a,b\n1,2,${w}\n3,4\n`],
    ['a cell of two lines', (w) => `a,b\n1,"x\n${w}"\n`],
    ['a title', (w) => `The ${w}\n\na,b\n1,2\n3,4\n`],
    ['a note below', (w) => `a,b\n1,2\n3,4\n\nThe ${w} turns.\n`],
    ['a head alone', (w) => `a,${w}\n`],
    ['a comment', (w) => `# the ${w} turns\na,b\n1,2\n`],
    ['a quotation mark that nothing closes', (w) => `a,b\n1,"${w}\n3,4\n`],
    ['a second table', (w) => `a,b\n1,2\n\nc,${w}\n3,4\n`],
  ]),
  ...plants('.tsv', [['a cell', (w) => `a\tb\n1\t${w}\n`]]),
];

const JSONS = [
  ...plants('.json', [
    ['a value', (w) => JSON.stringify({ a: w })],
    ['a key', (w) => JSON.stringify({ [w]: 1 })],

    ['a value in a list', (w) => JSON.stringify([{ a: [1, { b: w }] }])],
    ['a value forty levels deep', (w) => `${'{"a":'.repeat(40)}"${w}"${'}'.repeat(40)}`],
    ['a text alone', (w) => JSON.stringify(w)],
    [
      'a list of lists',
      (w) =>
        JSON.stringify([
          ['a', 'b'],
          ['1', w],
        ]),
    ],
    ['a key that stands twice', (w) => `{"a": "${w}", "a": "x"}`, /twice|more than once/],
  ]),
  ...plants('.jsonl', [
    ['a value', (w) => `{"a": 1}\n{"a": "${w}"}\n`],
    ['a broken line', (w) => `{"a": 1}\n{"a": ${w}\n{"a": 2}\n`, /[Ll]ine 2/],
  ]),
  ...plants('.geojson', [
    [
      'a property',
      (w) =>
        JSON.stringify({
          type: 'FeatureCollection',
          features: [{ type: 'Feature', properties: { a: w }, geometry: null }],
        }),
    ],
  ]),
  ...plants('.json5', [
    ['a value', (w) => `{a: '${w}'}`],
    ['a comment', (w) => `// the ${w}\n{a: 1}`],
    ['a comment between marks', (w) => `/* the ${w} */\n{a: 1}`],
    ['a comment behind a value', (w) => `{a: 1} // the ${w}`],
  ]),
];

const SETTINGS = [
  ...plants('.yaml', [
    ['a value', (w) => `a: ${w}\n`],
    ['a key', (w) => `${w}: 1\n`],

    ['a nested value', (w) => `a:\n  - b: ${w}\n`],
    ['a text of some lines', (w) => `a: |\n  The ${w}\n  turns.\n`],
    ['a comment', (w) => `# the ${w}\na: 1\n`],
    ['a comment behind a value', (w) => `a: 1 # the ${w}\n`],
    ['a second document', (w) => `a: 1\n---\nb: ${w}\n`],
    ['an anchor', (w) => `a: &x {b: ${w}}\nc: *x\n`],
    ['a key that stands twice', (w) => `a: ${w}\na: x\n`, /twice|more than once/],

    ['what is not valid', (w) => `a: b: ${w}\n`],
  ]),
  ...plants('.toml', [
    ['a value', (w) => `a = "${w}"\n`],
    ['a table', (w) => `[${w}]\na = 1\n`],

    ['a comment', (w) => `# the ${w}\na = 1\n`],
    ['a comment behind a value', (w) => `a = 1 # the ${w}\n`],
  ]),
  ...plants('.ini', [
    ['a value', (w) => `[a]\nb = ${w}\n`],
    ['a section', (w) => `[${w}]\nb = 1\n`],

    ['a comment', (w) => `; the ${w}\n[a]\nb = 1\n`],
    ['a key that stands twice', (w) => `[a]\nb = ${w}\nb = x\n`],
    ['a section that stands twice', (w) => `[a]\nb = ${w}\n[a]\nc = x\n`],
  ]),
];

const CODE = [
  ...plants('.py', [
    ['code', (w) => `x = ${w}\n`],
    ['a comment', (w) => `# the ${w}\nx = 1\n`],
    ['a comment behind code', (w) => `x = 1  # the ${w}\n`],
    ['a docstring', (w) => `def f():\n    """The ${w}."""\n`],
    ['a docstring of some lines', (w) => `def f():\n    """Text.\n\n    The ${w}.\n    """\n`],
    ['a docstring that nothing closes', (w) => `"""Text.\nThe ${w}.\n`],
    ['code behind a docstring', (w) => `"""Text.""" + ${w}\n`],
    ['a raw docstring', (w) => `def f():\n    r"""The ${w}."""\n`],
    ['a first line for the shell', (w) => `#!/usr/bin/${w}\nx = 1\n`],
    ['a long line', (w) => `x = "${w} ${'y'.repeat(6_000)}"\n`, /longer/],
  ]),
  ...plants('.ts', [
    ['code', (w) => `let ${w};\n`],
    ['a comment', (w) => `// the ${w}\n`],
    ['a comment between marks', (w) => `/** The ${w}. */\nlet a;\n`],
    ['a comment of some lines', (w) => `/*\n * The ${w}.\n */\nlet a;\n`],
    ['code behind a comment', (w) => `/* a */ let ${w};\n`],
    ['code behind a comment of some lines', (w) => `/*\n a\n */ let ${w};\n`],
    ['a comment within code', (w) => `let a /* the ${w} */ = 1;\n`],
  ]),
  ...plants('.sql', [
    ['a comment', (w) => `-- the ${w}\nSELECT 1;\n`],
    ['code', (w) => `SELECT ${w};\n`],
  ]),
  ...plants('.lua', [['a comment of some lines', (w) => `--[[ a\n the ${w}\n]]\nx = 1\n`]]),
  ...plants('.hs', [['a comment of some lines', (w) => `{- the ${w} -}\nx = 1\n`]]),
];

const TEXT = plants('.txt', [
  ['a paragraph', (w) => `The ${w} turns.`],
  ['a line of a conversation', (w) => `Ann: a\nBen: b\nAnn: c\nBen: d\nAnn: e\nBen: the ${w}\n`],
  ['coloured text', (w) => `\u001b[31m${w}\u001b[0m`],
]);

export const DATA: readonly Plant[] = [...CSV, ...JSONS, ...SETTINGS, ...CODE, ...TEXT];
