import {
  ArbiterError,
  counted,
  didYouMean,
  getDocumentText,
  listSessions,
  QueryMode,
  SessionId,
  type SessionMessage,
} from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { listNames } from '../library/list-names.js';
import { clipped } from '../render/format-text.js';
import { renderDeclined, renderSource, renderSources } from '../render/render-source.js';
import type { Conversation } from './conversation.js';

export interface Chat {
  readonly conversation: Conversation;
  readonly context: CommandContext;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** What a command has found, for programs and for people. */
type Shown = readonly [value: unknown, text: string];

interface ChatCommand {
  /** What follows the name, for the help. */
  readonly words: string;
  readonly summary: string;
  /** Absent: the chat is over. @param word what follows the name; '' for nothing */
  readonly run?: (word: string, chat: Chat) => Shown | Promise<Shown>;
  /** What may follow the name. */
  readonly values?: (chat: Chat) => Promise<readonly string[]> | readonly string[];
}

const COMMANDS: Readonly<Record<string, ChatCommand>> = {
  '/sources': {
    words: '[n]',
    summary: 'list the sources of the last answer, or show one in its context',
    run: showSources,
    values: ({ conversation }) => citationsOf(conversation).map(({ marker }) => `${marker}`),
  },
  '/declined': { words: '', summary: 'why the last question was declined, and what came closest', run: showDeclined },
  '/sessions': { words: '', summary: 'list the last sessions', run: showSessions },
  '/session': {
    words: '[id]',
    summary: 'continue a session, or say which this is',
    run: changeSession,
    values: ({ conversation: { library }, signal }) => listNames(library, 'session', signal),
  },
  '/new': { words: '', summary: 'begin a session that knows nothing of this one', run: beginAnew },
  '/history': { words: '', summary: 'what was said in this session', run: showHistory },
  '/mode': {
    words: '[mode]',
    summary: `how to search: ${QueryMode.options.join(', ')}`,
    run: changeMode,
    values: () => QueryMode.options,
  },
  '/domain': {
    words: '[name]',
    summary: 'ask a domain; "all" asks all of the library',
    run: changeDomain,
    values: async ({ conversation: { library }, signal }) => [...(await listNames(library, 'domain', signal)), 'all'],
  },
  '/help': { words: '', summary: 'this list', run: showHelp },
  '/quit': { words: '', summary: 'end, as Ctrl-D does' },
};

/**
 * Runs a line that begins with a slash.
 *
 * @returns whether the chat is over
 * @throws ArbiterError INVALID_REQUEST for a command that there is not, naming the nearest
 */
export async function runChatCommand(line: string, chat: Chat): Promise<boolean> {
  const [name = ''] = /^\S+/.exec(line) ?? [];
  const command = COMMANDS[name.toLowerCase()];
  if (command) {
    const shown = await command.run?.(line.slice(name.length).trim(), chat);
    if (shown) printResult(chat.context, shown[0], () => shown[1]);
    return shown === undefined;
  }
  const names = Object.keys(COMMANDS);
  const begun = name.length > 1 ? names.find((each) => each.startsWith(name)) : undefined;
  const near = begun ?? didYouMean(name, names);
  const hint = near === undefined ? '/help lists those there are.' : `Did you mean ${near}?`;
  throw refused(`There is no command ${clipped(name, 40)}. ${hint}`);
}

/** Lines that a begun one may become. */
export async function completeChatLine(line: string, chat: Chat): Promise<readonly string[]> {
  const [, name = ''] = /^(\/\S*)\s/.exec(line) ?? [];
  if (name === '') return line.startsWith('/') ? Object.keys(COMMANDS) : [];
  const values = (await COMMANDS[name]?.values?.(chat)) ?? [];
  return values.map((value) => `${name} ${value}`);
}

/** What an answer cites; of a declined question, what came closest. */
function citationsOf({ answer }: Conversation) {
  if (!answer) return [];
  return answer.status === 'answered' ? answer.citations : (answer.closest ?? []);
}

async function showSources(word: string, { conversation, context, signal }: Chat): Promise<Shown> {
  const { answer, library } = conversation;
  const colours = context.terminal.outColours;
  if (!answer) throw refused('Nothing has been answered yet.');
  const citations = citationsOf(conversation);
  if (word === '') return [{ citations }, renderSources(answer, colours)];
  const citation = citations.find(({ marker }) => `${marker}` === word.replace(/^\[(.*)\]$/, '$1'));
  if (!citation)
    throw refused(
      citations.length === 0
        ? 'The last answer has no sources.'
        : `There is no source ${clipped(word, 20)}: the last answer has 1 to ${citations.length}.`,
    );
  const { text } = await library.request(getDocumentText, { documentId: citation.documentId }, { signal });
  const server = context.options.server ?? (library.place.startsWith('http') ? library.place : null);
  const shown = renderSource(citation, text, server?.replace(/\/$/, '') ?? null, colours);
  return [{ citation, text: text.slice(citation.start, citation.end) }, shown];
}

function showDeclined(_word: string, { conversation: { declined }, context }: Chat): Shown {
  if (!declined) throw refused('Nothing was declined in this chat.');
  return [declined, renderDeclined(declined, context.terminal.outColours)];
}

async function showSessions(_word: string, { conversation, context, signal }: Chat): Promise<Shown> {
  const page = await conversation.library.request(listSessions, {}, { signal });
  const colours = context.terminal.outColours;
  const lines = page.sessions.map(({ id, title, messages, updatedAt }) => {
    const mark = id === conversation.sessionId ? '*' : ' ';
    const facts = colours.dim(`${updatedAt} · ${counted(messages, 'message')}`);
    return `${mark} ${colours.cyan(id)}  ${facts}  ${clipped(title, 60)}\n`;
  });
  return [page, lines.join('') || 'No sessions are kept.\n'];
}

async function changeSession(word: string, { conversation, context, signal }: Chat): Promise<Shown> {
  const { sessionId } = conversation;
  if (word === '') return [{ sessionId }, `This is session ${sessionId}.\n`];
  const id = SessionId.safeParse(word);
  if (!id.success) throw refused(`The id of a session ${id.error.issues[0]?.message ?? 'is malformed'}.`);
  const messages = await conversation.resume(id.data, signal);
  return [{ sessionId: id.data, messages }, renderMessages(messages.slice(-2), context)];
}

function beginAnew(_word: string, { conversation }: Chat): Shown {
  conversation.restart();
  const { sessionId } = conversation;
  return [{ sessionId }, `This is a new session, ${sessionId}.\n`];
}

async function showHistory(_word: string, { conversation, context, signal }: Chat): Promise<Shown> {
  const messages = await conversation.history(signal);
  const text = renderMessages(messages, context) || 'Nothing has been asked in this session.\n';
  return [{ sessionId: conversation.sessionId, messages }, text];
}

function renderMessages(messages: readonly SessionMessage[], { terminal }: CommandContext): string {
  const line = ({ role, content }: SessionMessage): string =>
    role === 'user' ? terminal.outColours.cyan(`> ${content}`) : content;
  return messages.map((message) => `${line(message)}\n`).join('');
}

function changeMode(word: string, { conversation }: Chat): Shown {
  const { data: mode } = QueryMode.safeParse(word || conversation.mode);
  if (!mode) throw refused(`There is no mode ${clipped(word, 20)}; there are ${QueryMode.options.join(', ')}.`);
  conversation.mode = mode;
  return [{ mode }, `The mode is ${mode}.\n`];
}

async function changeDomain(word: string, { conversation, signal }: Chat): Promise<Shown> {
  if (word !== '') await conversation.enter(word === 'all' ? null : word, signal);
  const known = word === '' ? await listNames(conversation.library, 'domain', signal) : [];
  const { place } = conversation;
  const asked = place === '' ? 'All of the library is asked.' : `Asked is ${place}.`;
  const others = known.length === 0 ? '' : ` There is: ${known.join(', ')}.`;
  return [{ place, ...(word === '' && { domains: known }) }, `${asked}${others}\n`];
}

function showHelp(): Shown {
  const rows = Object.entries(COMMANDS).map(
    ([name, { words, summary }]) => [`${name} ${words}`.trimEnd(), summary] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length));
  const lines = [
    ...rows.map(([usage, summary]) => `${usage.padEnd(width)}  ${summary}`),
    'Every other line is a question. Ctrl-C stops an answer, and ends where none is being made.',
  ];
  return [{ commands: rows.map(([usage]) => usage) }, `${lines.join('\n')}\n`];
}

function refused(message: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message);
}
