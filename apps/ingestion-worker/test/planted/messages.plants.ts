import { type CompoundFolder, makeCompoundFile, outlookParts, outlookProperties } from '@arbiter/testing';
import { type Plant, plants } from './plant.js';

const HEAD = 'From: Ann <ann@mill.example>\nSubject: Keys\nMIME-Version: 1.0\n';
const text = (type: string, content: string): string => `Content-Type: text/${type}; charset=utf-8\n\n${content}`;
const multi = (kind: string, ...parts: string[]): string =>
  `Content-Type: multipart/${kind}; boundary=${kind}\n\n${parts.map((one) => `--${kind}\n${one}\n`).join('')}--${kind}--\n`;
const attached = (name: string, content: string, type = 'application/octet-stream'): string =>
  `Content-Type: ${type}\nContent-Disposition: attachment; filename=${name}\n\n${content}`;

const MAIL = plants('.eml', [
  ['the text', (w) => `${HEAD}${text('plain', `The ${w} turns.`)}`],
  ['the subject', (w) => `From: a@mill.example\nSubject: The ${w}\n\nText.`],
  ['the sender', (w) => `From: ${w} <a@mill.example>\nSubject: Keys\n\nText.`],
  ['who gets it', (w) => `${HEAD}To: ${w} <b@mill.example>\n\nText.`],
  ['who gets a copy', (w) => `${HEAD}Cc: ${w} <b@mill.example>\n\nText.`],
  ['who gets a hidden copy', (w) => `${HEAD}Bcc: ${w} <b@mill.example>\n\nText.`],
  ['where answers go', (w) => `${HEAD}Reply-To: ${w} <b@mill.example>\n\nText.`],
  ['who sent it for another', (w) => `${HEAD}Sender: ${w} <b@mill.example>\n\nText.`],
  ['keywords', (w) => `${HEAD}Keywords: ${w}\n\nText.`],
  ['quoted text', (w) => `${HEAD}${text('plain', `> The ${w} turns.`)}`],
  ['a signature', (w) => `${HEAD}${text('plain', `Text.\n\n-- \n${w}`)}`],
  ['a page alone', (w) => `${HEAD}${text('html', `<p>The ${w} turns.</p>`)}`],
  ['a table of a page', (w) => `${HEAD}${text('html', `<table><tr><td><p>The ${w} turns.</p></td></tr></table>`)}`],
  ['a footer of a page', (w) => `${HEAD}${text('html', `<p>Text.</p><footer>The ${w}</footer>`)}`],
  ['an aside of a page', (w) => `${HEAD}${text('html', `<p>Text.</p><aside>The ${w}</aside>`)}`],
  [
    'the text of two versions',
    (w) => HEAD + multi('alternative', text('plain', `The ${w}.`), text('html', '<p>Text.</p>')),
  ],
  [
    'a page that says more than the text',
    (w) =>
      HEAD +
      multi(
        'alternative',
        text('plain', 'Please use another program.'),
        text('html', `<p>The ${w} turns.</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>`),
      ),
  ],
  [
    'a version for calendars',
    (w) =>
      HEAD +
      multi('alternative', text('plain', 'Text.'), text('calendar', `BEGIN:VCALENDAR\nSUMMARY:${w}\nEND:VCALENDAR`)),
    /attachment/,
  ],
  ['a second text', (w) => HEAD + multi('mixed', text('plain', 'Text.'), text('plain', `The ${w}.`))],
  ['a page behind a text', (w) => HEAD + multi('mixed', text('plain', 'Text.'), text('html', `<p>The ${w}.</p>`))],
  ['an attached text', (w) => HEAD + multi('mixed', text('plain', 'Text.'), attached('a.txt', w))],
  [
    'the name of an attachment',
    (w) => HEAD + multi('mixed', text('plain', 'Text.'), attached(`${w}.png`, 'x')),
    /\.png was not read/,
  ],
  [
    'an attachment without a name',
    (w) =>
      HEAD +
      multi('mixed', text('plain', 'Text.'), `Content-Type: application/pdf\nContent-Disposition: attachment\n\n${w}`),
    /attachment without a name/,
  ],
  [
    'a picture of a page',
    (w) =>
      HEAD +
      multi(
        'related',
        text('html', '<p>Text <img src="cid:1"></p>'),
        `Content-Type: image/png; name=${w}.png\nContent-ID: <1>\nContent-Disposition: inline; filename=${w}.png\n\nx`,
      ),
    /\.png/,
  ],
  [
    'a document that a page shows',
    (w) =>
      HEAD +
      multi(
        'related',
        text('html', '<p>Text.</p>'),
        `Content-Type: text/plain; name=a.txt\nContent-ID: <1>\nContent-Disposition: inline; filename=a.txt\n\n${w}`,
      ),
  ],
  [
    'a message in it',
    (w) => HEAD + multi('mixed', text('plain', 'Text.'), `Content-Type: message/rfc822\n\n${HEAD}${text('plain', w)}`),
  ],
  [
    'the subject of a message in it',
    (w) =>
      HEAD +
      multi(
        'mixed',
        text('plain', 'Text.'),
        `Content-Type: message/rfc822\n\nFrom: a@x.example\nSubject: ${w}\n\nText.`,
      ),
  ],
  [
    'an attachment of a message in it',
    (w) =>
      HEAD +
      multi(
        'mixed',
        text('plain', 'Text.'),
        `Content-Type: message/rfc822\n\n${HEAD}${multi('digest', text('plain', 'x'), attached('b.txt', w))}`,
      ),
  ],
  ['a broken message of Outlook', (w) => HEAD + multi('mixed', text('plain', 'Text.'), attached('a.msg', w)), /a\.msg/],
  ['an archive', (w) => HEAD + multi('mixed', text('plain', 'Text.'), attached('a.zip', w)), /a\.zip/],
  [
    'a card',
    (w) =>
      HEAD + multi('mixed', text('plain', 'Text.'), attached('a.vcf', `BEGIN:VCARD\nFN:${w}\nEND:VCARD`, 'text/vcard')),
    /a\.vcf/,
  ],

  [
    'signed text',
    (w) =>
      HEAD + multi('signed', text('plain', `The ${w}.`), attached('smime.p7s', 'x', 'application/pkcs7-signature')),
  ],
  [
    'encrypted text',
    (w) =>
      HEAD +
      multi(
        'encrypted',
        'Content-Type: application/pgp-encrypted\n\nVersion: 1',
        `Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n${w}`,
      ),
    /encrypted/,
  ],
]);

const outlook = (
  values: Record<number, string | Uint8Array | CompoundFolder>,
  parts: CompoundFolder = {},
): Uint8Array => makeCompoundFile(outlookProperties(32, { 0x0037: 'Keys', 0x1000: 'Text.', ...values }, parts));
const outlookFile = (name: string, content: Uint8Array | CompoundFolder): CompoundFolder =>
  outlookParts([], [outlookProperties(8, { 0x3707: name, 0x3701: content })]);

const OUTLOOK = plants('.msg', [
  ['the subject', (w) => outlook({ 0x0037: w })],
  ['the text', (w) => outlook({ 0x1000: `The ${w} turns.` })],
  ['the sender', (w) => outlook({ 0x0c1a: w })],
  ['the address of the sender', (w) => outlook({ 0x5d01: `${w}@mill.example` })],
  ['a recipient', (w) => outlook({}, outlookParts([outlookProperties(8, { 0x3001: w, 0x0c15: 2 })]))],
  ['recipients without entries', (w) => outlook({ 0x0e04: `Otto; ${w}` })],
  ['the page', (w) => outlook({ 0x1000: 'See the page.', 0x1013: Buffer.from(`<p>The ${w} turns in the wind.</p>`) })],
  ['an attachment', (w) => outlook({}, outlookFile('a.txt', Buffer.from(`The ${w}.`)))],
  ['the name of an attachment', (w) => outlook({}, outlookFile(`${w}.dwg`, Buffer.from('x'))), /\.dwg was not read/],
  ['a message in it', (w) => outlook({}, outlookFile('', outlookProperties(24, { 0x1000: w })))],
  ['the kind of an item', (w) => outlook({ 0x001a: `IPM.${w}` }), /kind IPM/],
  [
    'a message in a mail',
    (w) =>
      HEAD +
      multi(
        'mixed',
        text('plain', 'Text.'),
        `Content-Type: application/vnd.ms-outlook; name=a.msg\nContent-Transfer-Encoding: base64\n\n${Buffer.from(outlook({ 0x1000: w })).toString('base64')}`,
      ),
  ],
]);

const cells = (...list: object[]): string => JSON.stringify({ cells: list, metadata: {}, nbformat: 4 });
const output = (out: object): string => cells({ cell_type: 'code', source: 'x = 1', outputs: [out] });

const NOTEBOOK = plants('.ipynb', [
  ['a cell of text', (w) => cells({ cell_type: 'markdown', source: `The ${w} turns.` })],
  ['a cell of code', (w) => cells({ cell_type: 'code', source: `let_${w} = 1`, outputs: [] })],
  ['a raw cell', (w) => cells({ cell_type: 'raw', source: w })],
  ['what was printed', (w) => output({ output_type: 'stream', text: [w] })],
  ['a result', (w) => output({ output_type: 'execute_result', data: { 'text/plain': w } })],
  ['a result as a page', (w) => output({ output_type: 'display_data', data: { 'text/html': `<p>${w}</p>` } })],
  ['a result as Markdown', (w) => output({ output_type: 'display_data', data: { 'text/markdown': `**${w}**` } })],
  ['a result as LaTeX', (w) => output({ output_type: 'display_data', data: { 'text/latex': `$${w}$` } })],
  ['a result as JSON', (w) => output({ output_type: 'display_data', data: { 'application/json': { a: w } } })],
  ['a picture', (w) => output({ output_type: 'display_data', data: { 'image/png': w } }), /picture/],
  ['an error', (w) => output({ output_type: 'error', ename: 'E', evalue: w, traceback: [] })],
  [
    'a file in a cell',
    (w) => cells({ cell_type: 'markdown', source: 'Text.', attachments: { [`${w}.png`]: {} } }),
    /attach/,
  ],

  ['the title', (w) => JSON.stringify({ cells: [], metadata: { title: w }, nbformat: 4 })],
  ['the authors', (w) => JSON.stringify({ cells: [], metadata: { authors: [{ name: w }] }, nbformat: 4 })],
]);

const cue = (said: string): string => `00:00:01.000 --> 00:00:04.000\n${said}\n`;
const CAPTIONS = [
  ...plants('.vtt', [
    ['a caption', (w) => `WEBVTT\n\n${cue(`The ${w} turns.`)}`],
    ['a speaker', (w) => `WEBVTT\n\n${cue(`<v ${w}>Text.`)}`],
    ['the title', (w) => `WEBVTT - The ${w}\n\n${cue('Text.')}`],
    ['a note', (w) => `WEBVTT\n\nNOTE The ${w} turns\n\n${cue('Text.')}`, /[Nn]ote/],

    ['a reading', (w) => `WEBVTT\n\n${cue(`<ruby>X<rt>${w}</rt></ruby>`)}`],
  ]),
  ...plants('.srt', [
    ['a caption', (w) => `1\n00:00:01,000 --> 00:00:04,000\nThe ${w} turns.\n`],
    ['a second line', (w) => `1\n00:00:01,000 --> 00:00:04,000\nText\n${w}\n`],
    [
      'a caption without times',
      (w) => `1\n00:00:01,000 --> 00:00:04,000\nText.\n\n2\n00:xx --> 00:yy\n${w}\n`,
      /no readable times/,
    ],
    [
      'text between captions',
      (w) => `1\n00:00:01,000 --> 00:00:04,000\nText.\n\nThe ${w} turns.\n\n2\n00:00:05,000 --> 00:00:06,000\nEnd.\n`,
    ],
  ]),
];

const day = (...messages: object[]): string =>
  JSON.stringify(
    messages.map((message, n) => ({
      type: 'message',
      ts: `170000000${n}.000100`,
      user: 'U1',
      text: 'Text.',
      ...message,
    })),
  );
const SLACK = plants('.json', [
  ['a message', (w) => day({ text: w })],
  ['a link', (w) => day({ text: `<https://mill.example|${w}>` })],
  ['the address of a link', (w) => day({ text: `<https://${w}.example|it>` })],
  ['a file', (w) => day({ files: [{ title: w, name: 'a.png' }] })],
  ['an attachment', (w) => day({ attachments: [{ title: 'a', text: w }] })],
  ['a field of an attachment', (w) => day({ attachments: [{ fallback: 'x', fields: [{ title: 'a', value: w }] }] })],
  ['the introduction of an attachment', (w) => day({ attachments: [{ pretext: w, text: 'x' }] })],
  ['a block', (w) => day({ text: '', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: w } }] })],
  [
    'an answer',
    (w) => day({ thread_ts: '1700000000.000100', reply_count: 1 }, { thread_ts: '1700000000.000100', text: w }),
  ],
]);

export const MESSAGES: readonly Plant[] = [...MAIL, ...OUTLOOK, ...NOTEBOOK, ...CAPTIONS, ...SLACK];
