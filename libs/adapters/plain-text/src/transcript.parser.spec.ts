import { describe, expect, it } from '@jest/globals';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { soakCount } from '@arbiter/ports/testing/soak';
import { TranscriptParser } from './transcript.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const signal = new AbortController().signal;
const read = async (text: string, name = 'talk.vtt') => {
  const parsed = await new TranscriptParser().parse({ bytes: utf8(text), name, signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const spoken = async (text: string, name?: string) => {
  const parsed = await read(text, name);
  return parsed.utterances!.map(({ start, end, speaker, from, to }) => [
    parsed.text.slice(start, end),
    speaker,
    from,
    to,
  ]);
};

describeDocumentParser('TranscriptParser', () => new TranscriptParser(), [
  {
    what: 'voices, tags, comments and styles',
    name: 'talk.vtt',
    bytes: utf8(`WEBVTT - The harbour

STYLE
::cue { color: red }

NOTE nobody reads this

intro
00:00:01.000 --> 00:00:03.500 line:0
<v Ines Vane>The <i>lamp</i> burns &amp;

00:00:03.500 --> 00:00:05.000
<v Ines Vane>whale oil.</v>

00:05.500 --> 00:07.000
<v Tomas Reed>Since cafe\u0301 days?
`),
    holds: ['Ines Vane: The lamp burns & whale oil.', 'Tomas Reed: Since café days?'],
  },
  {
    what: 'SubRip with a byte order mark',
    name: 'talk.srt',
    bytes: utf8(
      '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}One.\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nTwo.\r\n',
    ),
    holds: ['One. Two.'],
  },
]);

describe('TranscriptParser', () => {
  const turns = `WEBVTT

00:00:01.000 --> 00:00:02.000
INES: We leave.

00:00:02.250 --> 00:00:03.000
INES: At noon.

00:00:03.000 --> 00:00:04.000
TOMAS: Agreed.
`;

  it('keeps who speaks and when, each caption with its own times', async () => {
    expect(await spoken(turns)).toEqual([
      ['INES: We leave.', 'INES', 1, 2],
      ['At noon.', 'INES', 2.25, 3],
      ['TOMAS: Agreed.', 'TOMAS', 3, 4],
    ]);
  });

  it('makes a paragraph of what one speaker says, and names all speakers', async () => {
    const { text, metadata } = await read(turns);
    expect(text).toBe('INES: We leave. At noon.\n\nTOMAS: Agreed.');
    expect(metadata).toEqual({ seconds: 4, speakers: ['INES', 'TOMAS'] });
  });

  it('begins a paragraph after a pause', async () => {
    const { text } = await read(
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:09,000 --> 00:00:10,000\nTwo\n',
      'a.srt',
    );
    expect(text).toBe('One\n\nTwo');
  });

  it('reads captions that roll once', async () => {
    const { text } = await read(
      'WEBVTT\n\n00:00.000 --> 00:01.000\none\n\n00:01.000 --> 00:02.000\none\ntwo\n\n00:02.000 --> 00:03.000\ntwo\nthree\n',
    );
    expect(text).toBe('one two three');
  });

  it('divides a caption in which two speak', async () => {
    expect(await spoken('WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ines>Go!\n<v Tomas>Why?\n')).toEqual([
      ['Ines: Go!', 'Ines', 0, 1],
      ['Tomas: Why?', 'Tomas', 0, 1],
    ]);
  });

  it('says how many captions have no readable times', async () => {
    const { warnings } = await read('WEBVTT\n\nsoon --> later\nx\n\n00:00.000 --> 00:01.000\ny\n');
    expect(warnings).toEqual(['1 caption has no readable times.']);
  });

  it('refuses a text without captions', async () => {
    await expect(read('Only prose here.\n\nAnd more.')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'talk.vtt holds no captions with times.',
    });
  });

  it('reads a megabyte in one caption, and ten of them in a soak run', async () => {
    const words = soakCount(1_000_000);
    const { text } = await new TranscriptParser().parse({
      bytes: utf8(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'<v A>word '.repeat(words)}`),
      name: 'a.vtt',
      signal,
    });
    expect(text.length).toBeGreaterThan(4 * words);
  });
});
