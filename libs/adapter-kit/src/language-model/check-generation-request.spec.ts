import { describe, expect, it } from '@jest/globals';
import type { GenerationRequest, Message } from '@arbiter/ports';
import { checkGenerationRequest } from './generation-request.js';

const user: Message = { role: 'user', text: 'When did the storm come?' };
const call = { id: 'call-1', name: 'look_up', arguments: {} };
const calling: Message = { role: 'assistant', text: '', toolCalls: [call] };
const result = { callId: 'call-1', name: 'look_up', text: 'At noon.' };
const tool = { name: 'look_up', description: 'Looks it up.', parameters: { type: 'object' } };
const output = { name: 'answer', schema: { type: 'object' } };

const withDocument = (text: string): readonly Message[] => [
  { role: 'user', text: 'When?', documents: [{ title: '', text }] },
];

const check =
  (request: Partial<GenerationRequest>, bindsCitations = true) =>
  () =>
    checkGenerationRequest({ system: '', messages: [user], maxTokens: 100, ...request }, bindsCitations);

describe('checkGenerationRequest', () => {
  it.each<[string, Partial<GenerationRequest>]>([
    ['a question', {}],
    ['a conversation', { messages: [user, { role: 'assistant', text: 'At noon.' }, user], cacheableMessages: 2 }],
    ['tools and their results', { tools: [tool], messages: [user, calling, { role: 'tool', results: [result] }] }],
    ['documents', { messages: withDocument('It came at noon.'), tools: [tool] }],
    ['an output', { output, temperature: 0, stopSequences: ['a', 'b', 'c', 'd'] }],
  ])('takes %s', (_, request) => {
    expect(check(request)).not.toThrow();
  });

  it('refuses documents for a model that does not cite them', () => {
    const messages = withDocument('It came at noon.');
    expect(check({ messages }, false)).toThrow(expect.objectContaining({ details: { field: 'documents' } }));
  });

  it.each<[string, Partial<GenerationRequest>, string]>([
    ['no tokens', { maxTokens: 0 }, 'maxTokens'],
    ['half a token', { maxTokens: 1.5 }, 'maxTokens'],
    ['documents beside an output', { messages: withDocument('It came at noon.'), output }, 'output'],
    ['a blank document', { messages: withDocument(' \n') }, 'documents'],
    ['heat', { temperature: 1.1 }, 'temperature'],
    ['a temperature that is no number', { temperature: Number.NaN }, 'temperature'],
    ['five stop sequences', { stopSequences: ['a', 'b', 'c', 'd', 'e'] }, 'stopSequences'],
    ['an empty stop sequence', { stopSequences: [''] }, 'stopSequences'],
    ['an output and tools', { output, tools: [tool] }, 'output'],
    ['an output with a blank in its name', { output: { ...output, name: 'an answer' } }, 'output.name'],
    ['a tool with a dot in its name', { tools: [{ ...tool, name: 'look.up' }] }, 'tools'],
    ['a tool twice', { tools: [tool, tool] }, 'tools'],
    ['a longer prefix than there are messages', { cacheableMessages: 2 }, 'cacheableMessages'],
    ['no messages', { messages: [] }, 'messages'],
    ['an assistant that begins', { messages: [{ role: 'assistant', text: 'Yes?' }, user] }, 'messages'],
    ['an assistant that has the last word', { messages: [user, { role: 'assistant', text: 'No.' }] }, 'messages'],
    ['calls without results', { messages: [user, calling, user] }, 'messages[2]'],
    ['results without calls', { messages: [user, { role: 'tool', results: [result] }] }, 'messages[1]'],
    ['results of none', { messages: [user, { role: 'tool', results: [] }] }, 'messages[1]'],
    [
      'the result of another call',
      { messages: [user, calling, { role: 'tool', results: [{ ...result, callId: 'call-2' }] }] },
      'messages[2]',
    ],
  ])('refuses %s, naming the field', (_, request, field) => {
    expect(check(request)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', details: { field }, message: expect.stringContaining(field) }),
    );
  });
});
