// Loaded into a program before its own modules (`--expose-gc --import`): on SIGUSR2 it collects garbage and says what is left.
process.on('SIGUSR2', () => {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stderr.write(`collected ${JSON.stringify({ heapUsed, external, rss })}\n`);
});
