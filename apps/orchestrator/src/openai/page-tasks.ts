import { questionTerms } from '@arbiter/text';
import type { EarlierMessage } from '@arbiter/contracts';

/** What chat pages ask the model beside what people ask it: names for conversations, suggestions. */
export interface PageTask {
  readonly kind: 'title' | 'tags' | 'none';
  /** Key of the JSON object that the page reads the reply from; undefined for text alone. */
  readonly key: string | undefined;
}

/** Open WebUI begins all of its own prompts so. A person may, too: the next line has to name one of its tasks. */
const OPEN_WEBUI = '### Task:';
const TASKS: readonly (readonly [RegExp, PageTask['kind']])[] = [
  [/\btitle\b/i, 'title'],
  [/\btags?\b/i, 'tags'],
  [/\bfollow-?ups?\b|\bsearch queries\b|\bautocompletion\b|\bimage generation\b/i, 'none'],
];
/** In the examples of the prompt. */
const KEY = /\{\s{0,20}"(title|tags|follow_ups|queries|text|prompt)"\s{0,20}:/;
const LIST_KEYS: ReadonlySet<string> = new Set(['tags', 'follow_ups', 'queries']);

/** LibreChat, Continue and pages like them ask for a title in one sentence, which begins the prompt. */
const TITLE_PROMPTS: readonly RegExp[] = [
  /^(?:please )?(?:provide|generate|write|create)\b[^.\n]{0,60}\btitle\b[^.\n]{0,40}\b(?:conversation|chat)\b/i,
  /^given the following\b[^\n]{0,40}\breply with a title for the chat\b/i,
  /^analyze this conversation and provide:/i,
];

const LONGEST_TITLE = 60;
const TITLE_WORDS = 6;
const MOST_TAGS = 3;
const SPEAKER = /^\s{0,20}(?:user|human)\s{0,3}:/i;

/** @returns undefined for what a person may have written */
export function taskIn(prompt: string): PageTask | undefined {
  if (TITLE_PROMPTS.some((pattern) => pattern.test(prompt))) return { kind: 'title', key: undefined };
  if (!prompt.startsWith(OPEN_WEBUI)) return undefined;
  const [task = ''] = prompt.slice(OPEN_WEBUI.length).trimStart().split('\n', 1);
  const kind = TASKS.find(([pattern]) => pattern.test(task))?.[1];
  return kind && { kind, key: KEY.exec(prompt)?.[1] };
}

/** A short reply in the format that the page asks for. It is made of the words of the conversation. */
export function replyToTask({ kind, key }: PageTask, prompt: string, history: readonly EarlierMessage[]): string {
  const subject = subjectOf(prompt, history);
  const words = kind === 'title' ? [titleOf(subject)] : kind === 'tags' ? tagsOf(subject) : [];
  if (key === undefined) return words.join(', ');
  return JSON.stringify({ [key]: LIST_KEYS.has(key) ? words : (words[0] ?? '') });
}

/** What the conversation began with: in the prompt, or before it. */
function subjectOf(prompt: string, history: readonly EarlierMessage[]): string {
  const lines = prompt.split('\n').map((line) => line.trim());
  const spoken = lines.find((line) => SPEAKER.test(line));
  if (spoken !== undefined) return spoken.replace(SPEAKER, '').trim();
  const asked = history.find(({ role }) => role === 'user');
  // Continue puts the text behind its instruction.
  return asked?.content ?? lines.slice(1).find((line) => line !== '') ?? '';
}

function titleOf(subject: string): string {
  const words = subject.split(/\s+/).slice(0, TITLE_WORDS).join(' ').slice(0, LONGEST_TITLE).toWellFormed();
  const title = words.replace(/[^\p{L}\p{N})]{1,10}$/u, '').trim();
  return title === '' ? 'New chat' : title;
}

function tagsOf(subject: string): string[] {
  const words = questionTerms(subject).map(({ start, end }) => subject.slice(start, end));
  return words.length === 0 ? ['General'] : [...new Set(words)].slice(0, MOST_TAGS);
}
