import { describe, expect, it } from '@jest/globals';
import { replyToTask, taskIn } from './page-tasks.js';

/** As chat pages send them, in our words where theirs do not matter. */
const openWebUi = (task: string, output: string): string =>
  [
    `### Task:\n${task}`,
    '### Guidelines:\n- Prefer accuracy.',
    `### Output:\n${output}`,
    '### Chat History:\n<chat_history>\nUSER: Who keeps the lamp of Gull Stair?\nASSISTANT: Mara Fell. [1]\n</chat_history>',
  ].join('\n');

const reply = (prompt: string, asked = 'Who sells salt?'): string | undefined => {
  const task = taskIn(prompt);
  return task && replyToTask(task, prompt, [{ role: 'user', content: asked }]);
};

describe('the prompts of chat pages', () => {
  it.each([
    [
      'Generate a concise title for the chat.',
      'JSON: { "title": "your title" }',
      { title: 'Who keeps the lamp of Gull' },
    ],
    ['Generate 1-3 broad tags for the chat.', 'JSON: { "tags": ["tag1"] }', { tags: ['keeps', 'lamp', 'Gull'] }],
    ['Suggest 3 relevant follow-up questions.', 'JSON: { "follow_ups": ["Q?"] }', { follow_ups: [] }],
    ['Decide whether search queries are needed.', 'JSON: {\n  "queries": ["q"]\n}', { queries: [] }],
    ['You are an autocompletion system.', 'JSON: { "text": "…" }', { text: '' }],
    ['Generate a prompt for an image generation task.', 'JSON: { "prompt": "…" }', { prompt: '' }],
  ])('of Open WebUI are answered in the JSON that they ask for: %s', (task, output, expected) => {
    expect(JSON.parse(reply(openWebUi(task, output)) ?? '')).toEqual(expected);
  });

  it('of Open WebUI are answered in text where they ask for text', () => {
    expect(reply(openWebUi('Generate a 3-5 word title.', 'Only the title.'))).toBe('Who keeps the lamp of Gull');
  });

  it.each([
    [
      'LibreChat',
      'Provide a concise, 5-word-or-less title for the conversation.\n\nConversation:\nUser: Who keeps it?\nAI: Mara.',
    ],
    [
      'LibreChat of before',
      'Please generate a concise title for a conversation that starts with:\nUser: Who keeps it?',
    ],
    [
      'LibreChat, with the language',
      'Analyze this conversation and provide:\n1. The language\n2. A title\n\nUser: Who keeps it?',
    ],
  ])('of %s are answered with a title', (_page, prompt) => {
    expect(reply(prompt)).toBe('Who keeps it');
  });

  it('of Continue are answered with a title of what follows, or of the conversation', () => {
    const prompt = 'Given the following... please reply with a title for the chat that is 3-4 words in length.';
    expect(reply(prompt)).toBe('Who sells salt');
    const task = taskIn(prompt)!;
    expect(replyToTask(task, `${prompt}\n\nMara keeps the lamp.`, [])).toBe('Mara keeps the lamp');
    expect(replyToTask(task, prompt, [])).toBe('New chat');
    expect(replyToTask({ kind: 'tags', key: undefined }, '', [])).toBe('General');
  });

  it.each([
    'Who holds the title of lamp keeper?',
    'What is the title of the chat book?',
    '### Task:\nRespond to the user query using the provided context.\n<context>{ "title": "x" }</context>',
    '### Task: name the keeper of the lamp',
    'Generate a report about the lamp.',
    'Write about the title of the keeper.',
  ])('are not taken for what a person asks: %s', (question) => {
    expect(taskIn(question)).toBeUndefined();
  });
});
