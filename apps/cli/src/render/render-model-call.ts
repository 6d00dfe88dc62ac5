import { ModelCall } from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { clipped } from './clip.js';
import { milliseconds } from './render-answer.js';

/** Of each text, in characters, where prompts are not shown whole. */
const SHOWN_TEXT = 100;

/**
 * `asked ollama/llama3.2 (llama3.2:latest) to plan, decomposition-1, 400 in, 20 out, 80 ms` and under it what was sent and
 * what came back: the beginning of each text, or all of it.
 *
 * @param modelCall as a record has it, its texts in their places
 */
export function renderModelCall(modelCall: unknown, colours: Colours, isWhole: boolean): string[] {
  const { data } = ModelCall.safeParse(modelCall);
  if (!data) return [clipped(JSON.stringify(modelCall), SHOWN_TEXT)];
  const { role, model, answeredBy, prompt, system, messages, answer, cutCharacters, tokens, ms, error } = data;
  const version = answeredBy === null || model.endsWith(`/${answeredBy}`) ? '' : ` (${answeredBy})`;
  const facts = [
    ...(prompt === '' ? [] : [prompt]),
    ...(tokens ? [`${tokens.inputTokens} in, ${tokens.outputTokens} out`] : []),
    milliseconds(ms),
  ];
  const shown = (name: string, text: string): string[] => (isWhole ? whole(name, text) : beginning(name, text));
  return [
    colours.dim(`asked ${model}${version} to ${role}, ${facts.join(', ')}`),
    ...shown('system', system),
    ...messages.flatMap(({ role: speaker, text }) => shown(speaker, text)),
    ...(error === null ? shown('answer', answer) : [colours.red(`  ${error}`)]),
    ...(cutCharacters > 0 ? [colours.yellow(`  ${cutCharacters} characters were not kept`)] : []),
  ];
}

function beginning(name: string, text: string): string[] {
  return text === '' ? [] : [`  ${name}: ${clipped(text, SHOWN_TEXT)}`];
}

function whole(name: string, text: string): string[] {
  return text === '' ? [] : [`  ${name}:`, ...text.split('\n').map((line) => `    ${line}`)];
}
