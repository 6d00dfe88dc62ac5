import {
  ArbiterError,
  counted,
  didYouMean,
  getDocumentText,
  listDomains,
  listSessions,
  QueryMode,
  SessionId,
  type SessionMessage,
} from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { clipped } from '../render/format-text.js';
import { renderDeclined, renderSource, renderSources } from '../render/render-source.js';
import type { Conversation } from './conversation.js';

export interface Chat {
  readonly conversation: Conversation;
  readonly context: CommandContext;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

interface ChatCommand {
  /** What follows the name, for the help. */
  readonly words: string;
  readonly summary: string;
  /** @param word what follows the name; '' for nothing */
  readonly run?: (word: string, chat: Chat) => unknown;
  /** What may follow the name. */
  readonly values?: (chat: Chat) => Promise<readonly string[]> | readonly string[];
}

const COMMANDS: ReadonlyMap<string, ChatCommand> = new Map<string, ChatCommand>([
  [
    '/sources',
    {
      words: '[n]',
      summary: 'list the sources of the last answer, or show one in its context',
      run: showSources,
      values: ({ conversation }) => citationsOf(conversation).map(({ marker }) => `${marker}`),
    },
  ],
  ['/declined', { words: '', summary: 'why the last question was declined, and what came closest', run: showDeclined }],
  ['/sessions', { words: '', summary: 'list the last sessions', run: showSessions }],
  [
    '/session',
    { words: '[id]', summary: 'continue a session, or say which this is', run: changeSession, values: sessionIds },
  ],
  ['/new', { words: '', summary: 'begin a session that knows nothing of this one', run: beginAnew }],
  ['/history', { words: '', summary: 'what was said in this session', run: showHistory }],
  [
    '/mode',
    {
      words: '[mode]',
      summary: `how to search: ${QueryMode.options.join(', ')}`,
      run: changeMode,
      values: () => QueryMode.options,
    },
  ],
  [
    '/domain',
    {
      words: '[name]',
      summary: 'ask a domain; "all" asks all of the library',
      run: changeDomain,
      values: async (chat) => [...(await domains(chat)), 'all'],
    },
  ],
  ['/help', { words: '', summary: 'this list', run: showHelp }],
  ['/quit', { words: '', summary: 'end, as Ctrl-D does' }],
]);

/**
 * Runs a line that begins with a slash.
 *
 * @returns whether the chat is over
 * @throws ArbiterError INVALID_REQUEST for a command that there is not, naming the nearest
 */
export async function runChatCommand(line: string, chat: Chat): Promise<boolean> {
  const [name = ''] = /^\S+/.exec(line) ?? [];
  const word = line.slice(name.length).trim();
  const command = COMMANDS.get(name.toLowerCase());
  if (command) {
    await command.run?.(word, chat);
    return command.run === undefined;
  }
  const names = [...COMMANDS.keys()];
  const begun = name.length > 1 ? names.find((each) => each.startsWith(name)) : undefined;
  const near = begun ?? didYouMean(name, names);
  const hint = near === undefined ? '/help lists those there are.' : `Did you mean ${near}?`;
  throw new ArbiterError('INVALID_REQUEST', `There is no command ${clipped(name, 40)}. ${hint}`);
}

/** Lines that a begun one may become. */
export async function completeChatLine(line: string, chat: Chat): Promise<readonly string[]> {
  const [, name = ''] = /^(\/\S*)\s/.exec(line) ?? [];
  if (name === '') return [...COMMANDS.keys()].filter((each) => line.startsWith('/') && each.startsWith(line));
  const values = (await COMMANDS.get(name)?.values?.(chat)) ?? [];
  return values.map((value) => `${name} ${value}`);
}

/** What an answer cites; of a declined question, what came closest. */
function citationsOf({ answer }: Conversation) {
  if (!answer) return [];
  return answer.status === 'answered' ? answer.citations : (answer.closest ?? []);
}

async function showSources(word: string, { conversation, context, signal }: Chat): Promise<void> {
  const { answer, library } = conversation;
  const colours = context.terminal.outColours;
  if (!answer) throw refused('Nothing has been answered yet.');
  const citations = citationsOf(conversation);
  if (word === '') {
    printResult(context, { citations }, () => renderSources(answer, colours));
    return;
  }
  const citation = citations.find(({ marker }) => `${marker}` === word.replace(/^\[(.*)\]$/, '$1'));
  if (!citation)
    throw refused(
      citations.length === 0
        ? 'The last answer has no sources.'
        : `There is no source ${clipped(word, 20)}: the last answer has 1 to ${citations.length}.`,
    );
  const { text } = await library.request(getDocumentText, { documentId: citation.documentId }, { signal });
  const address = context.options.server ?? (library.place.startsWith('http') ? library.place : null);
  printResult(context, { citation, text: text.slice(citation.start, citation.end) }, () =>
    renderSource(citation, text, address?.replace(/\/$/, '') ?? null, colours),
  );
}

function showDeclined(_word: string, { conversation: { declined }, context }: Chat): void {
  if (!declined) throw refused('Nothing was declined in this chat.');
  printResult(context, declined, () => renderDeclined(declined, context.terminal.outColours));
}

async function showSessions(_word: string, { conversation, context, signal }: Chat): Promise<void> {
  const page = await conversation.library.request(listSessions, {}, { signal });
  const colours = context.terminal.outColours;
  printResult(context, page, () =>
    page.sessions.length === 0
      ? 'No sessions are kept.\n'
      : page.sessions
          .map(({ id, title, messages, updatedAt }) => {
            const mark = id === conversation.sessionId ? '*' : ' ';
            const facts = colours.dim(`${updatedAt} · ${counted(messages, 'message')}`);
            return `${mark} ${colours.cyan(id)}  ${facts}  ${clipped(title, 60)}\n`;
          })
          .join(''),
  );
}

async function changeSession(word: string, { conversation, context, signal }: Chat): Promise<void> {
  if (word !== '') {
    const id = SessionId.safeParse(word);
    if (!id.success) throw refused(`The id of a session ${id.error.issues[0]?.message ?? 'is malformed'}.`);
    const messages = await conversation.resume(id.data, signal);
    printResult(context, { sessionId: id.data, messages }, () => renderMessages(messages.slice(-2), context));
    return;
  }
  const { sessionId } = conversation;
  printResult(context, { sessionId }, () => `This is session ${sessionId}.\n`);
}

function beginAnew(_word: string, { conversation, context }: Chat): void {
  conversation.restart();
  const { sessionId } = conversation;
  printResult(context, { sessionId }, () => `This is a new session, ${sessionId}.\n`);
}

async function showHistory(_word: string, { conversation, context, signal }: Chat): Promise<void> {
  const messages = await conversation.history(signal);
  printResult(context, { sessionId: conversation.sessionId, messages }, () =>
    messages.length === 0 ? 'Nothing has been asked in this session.\n' : renderMessages(messages, context),
  );
}

function renderMessages(messages: readonly SessionMessage[], { terminal }: CommandContext): string {
  const line = ({ role, content }: SessionMessage): string =>
    role === 'user' ? terminal.outColours.cyan(`> ${content}`) : content;
  return messages.map((message) => `${line(message)}\n`).join('');
}

function changeMode(word: string, { conversation, context }: Chat): void {
  if (word !== '') {
    const mode = QueryMode.safeParse(word);
    if (!mode.success)
      throw refused(`There is no mode ${clipped(word, 20)}; there are ${QueryMode.options.join(', ')}.`);
    conversation.mode = mode.data;
  }
  const { mode } = conversation;
  printResult(context, { mode }, () => `The mode is ${mode}.\n`);
}

async function changeDomain(word: string, chat: Chat): Promise<void> {
  const { conversation, context, signal } = chat;
  if (word !== '') await conversation.enter(word === 'all' ? null : word, signal);
  const known = word === '' ? await domains(chat) : [];
  const { place } = conversation;
  printResult(context, { place, ...(word === '' && { domains: known }) }, () => {
    const asked = place === '' ? 'All of the library is asked.' : `Asked is ${place}.`;
    return known.length === 0 ? `${asked}\n` : `${asked} There is: ${known.join(', ')}.\n`;
  });
}

function showHelp(_word: string, { context }: Chat): void {
  const rows = [...COMMANDS].map(([name, { words, summary }]) => [`${name} ${words}`.trimEnd(), summary] as const);
  const width = Math.max(...rows.map(([usage]) => usage.length));
  printResult(context, { commands: rows.map(([usage]) => usage) }, () =>
    [
      ...rows.map(([usage, summary]) => `${usage.padEnd(width)}  ${summary}`),
      'Every other line is a question. Ctrl-C stops an answer, and ends where none is being made.',
      '',
    ].join('\n'),
  );
}

async function sessionIds({ conversation, signal }: Chat): Promise<readonly string[]> {
  return (await conversation.library.request(listSessions, {}, { signal })).sessions.map(({ id }) => id);
}

async function domains({ conversation, signal }: Chat): Promise<readonly string[]> {
  return (await conversation.library.request(listDomains, {}, { signal })).domains.map(({ domain }) => domain);
}

function refused(message: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message);
}
