import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, RelatedFiles } from '@arbiter/ports';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { SlackDayParser } from './slack-day.parser.js';

const { signal } = new AbortController();
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const FALLBACK: DocumentParser = {
  name: 'none',
  mediaType: 'text/plain',
  extensions: [],
  parse: () => Promise.reject(new ArbiterError('INVALID_REQUEST', 'It was given to the other parser.')),
};

/** As exports list members: a name of their own, an account, a bot. */
const USERS = [
  { id: 'U01', name: 'mfell', real_name: 'Mara Fell', profile: { real_name: 'Mara Fell', display_name: 'Mara' } },
  { id: 'U02', name: 'jhale', real_name: 'Jonas Hale', profile: { real_name: 'Jonas Hale', display_name: '' } },
];
const related: RelatedFiles = { names: ['channels.json', 'users.json'], read: () => Promise.resolve(utf8(USERS)) };

/** 2026-01-31, 07:00 UTC and so many minutes. */
const at = (minutes: number): string => `${1_769_842_800 + minutes * 60}.000100`;
const said = (minutes: number, user: string, text: string, more: object = {}) => ({
  client_msg_id: `m${minutes}`,
  type: 'message',
  user,
  text,
  ts: at(minutes),
  team: 'T01',
  ...more,
});

const DAY = [
  { type: 'message', subtype: 'channel_join', user: 'U02', text: '<@U02> has joined the channel', ts: at(0) },
  said(5, 'U01', 'The lamp is out, <@U02>. See <https://log.example/7|the log> &amp; <#C02|crew>.'),
  said(10, 'U01', 'Who rows at four?', { thread_ts: at(10), reply_count: 2, replies: [] }),
  said(12, 'U02', 'I do.', { thread_ts: at(10), edited: { user: 'U02', ts: at(60) } }),
  said(14, 'U99', 'Me too', { thread_ts: at(10), user_profile: { real_name: 'Ines Vane', display_name: '' } }),
  said(20, 'U02', 'About yesterday: done.', { thread_ts: at(-900) }),
  {
    ...said(30, 'B1', '', { subtype: 'bot_message', username: 'tide-bot', user: undefined }),
    attachments: [{ fallback: 'High water 09:12' }],
  },
  said(40, 'U01', 'The chart', { files: [{ id: 'F1', name: 'chart.pdf', title: 'Chart of the mole' }] }),
];

const read = (day: unknown, name = 'harbour/2026-01-31.slackday') =>
  new SlackDayParser(FALLBACK).parse({ bytes: utf8(day), name, signal, related });

describeDocumentParser(
  'SlackDayParser',
  () => new SlackDayParser(FALLBACK),
  [
    {
      what: 'a day of a channel with threads',
      name: 'harbour/2026-01-31.slackday',
      bytes: utf8(DAY),
      holds: ['Who rows at four?'],
    },
  ],
  { emptyFile: 'refused' },
);

describe('a day of a Slack export', () => {
  it('is what was said in the channel, then its threads, with names and times', async () => {
    const parsed = await read(DAY);
    expectWellFormedDocument(parsed);
    expect(parsed.text).toBe(
      [
        'Mara (07:05): The lamp is out, @Jonas Hale. See the log & #crew.',
        'tide-bot (07:30): High water 09:12',
        'Mara (07:40): The chart\n[file: Chart of the mole]',
        'Answers to a message of 2026-01-30, 16:00',
        'Jonas Hale (07:20): About yesterday: done.',
        'Thread begun by Mara at 07:10',
        'Mara (07:10): Who rows at four?',
        'Jonas Hale (07:12, edited 2026-01-31 08:00): I do.',
        'Ines Vane (07:14): Me too',
      ].join('\n\n'),
    );
    expect(parsed.title).toBe('#harbour, 2026-01-31');
    expect(parsed.sections.map(({ heading }) => heading)).toHaveLength(2);
    expect(parsed.metadata).toMatchObject({ channel: 'harbour', date: '2026-01-31', messages: 7 });
  });

  it('tells who speaks where', async () => {
    const { utterances, text } = await read(DAY);
    const words = utterances?.find(({ speaker }) => speaker === 'Ines Vane');
    expect(text.slice(words?.start, words?.end)).toBe('Ines Vane (07:14): Me too');
  });

  it('carries changes and deletions out', async () => {
    const { text } = await read([
      said(1, 'U01', 'At noon'),
      said(2, 'U02', 'Never mind'),
      { type: 'message', subtype: 'message_changed', ts: at(3), message: said(1, 'U01', 'At dusk') },
      { type: 'message', subtype: 'message_deleted', ts: at(4), deleted_ts: at(2) },
    ]);
    expect(text).toBe('Mara (07:01): At dusk');
  });

  it('leaves out what it does not know, and gives what holds no messages to the other parser', async () => {
    expect((await read([said(1, 'U01', 'Ahoy'), { type: 'message', ts: 'soon' }, 7])).text).toBe('Mara (07:01): Ahoy');
    await expect(read({ date: '2026-01-31' })).rejects.toThrow('the other parser');
    await expect(read([{ temperature: 4 }])).rejects.toThrow('the other parser');
  });

  it('has a digest that changes with the names of the members', async () => {
    const sut = new SlackDayParser(FALLBACK);
    const request = { bytes: utf8(DAY), name: 'a/2026-01-31.slackday', signal };
    const renamed = { ...related, read: () => Promise.resolve(utf8([{ id: 'U01', name: 'mara' }])) };
    expect(await sut.relatedDigest({ ...request, related })).not.toBe(
      await sut.relatedDigest({ ...request, related: renamed }),
    );
  });
});
