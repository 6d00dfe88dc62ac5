/** An answer in the chunks of OpenAI's chat completions: https://platform.openai.com/docs/api-reference/chat/streaming */
export function chatChunks(pieces: readonly string[], finishReason: string | null = 'stop'): string {
  const chunk = (delta: object, finish_reason: string | null): string =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_741_570_283,
      model: 'gpt-test',
      choices: [{ index: 0, delta, finish_reason }],
    })}\n\n`;
  const said = pieces.map((content) => chunk({ role: 'assistant', content }, null)).join('');
  return finishReason === null ? said : `${said}${chunk({}, finishReason)}data: [DONE]\n\n`;
}
