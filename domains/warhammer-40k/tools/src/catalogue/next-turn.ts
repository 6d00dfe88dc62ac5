/** Lets the messages of the thread in, one of which may say that the caller has gone. @throws the signal's reason */
export async function nextTurn(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}
