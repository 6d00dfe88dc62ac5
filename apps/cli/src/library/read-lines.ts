/**
 * The lines of a UTF-8 byte stream, without their ends, as they come in; the last one also without a line end.
 * Empty lines, which servers send to keep a connection alive, are left out.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== '');
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
