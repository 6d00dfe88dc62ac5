import { Session, type Profiler } from 'node:inspector/promises';

// Loaded into the server before its own code (`node --import`): samples the main thread between two messages, and says
// how much of its time each script took.
const SAMPLING_INTERVAL_US = 500;

const session = new Session();

process.on('message', (message) => {
  void answer(message);
});
// The channel alone must not keep the server alive.
process.channel?.unref();

async function answer(message: unknown): Promise<void> {
  if (message === 'profile:start') {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
    await session.post('Profiler.start');
    process.send?.({ started: true });
  } else if (message === 'profile:stop') {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    process.send?.({ selfMs: selfTimes(profile) });
  }
}

/** Milliseconds by script, or by name for what has none: "(idle)", "(garbage collector)", "(program)". */
function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<string, number> {
  const names = new Map(nodes.map(({ id, callFrame: { url, functionName } }) => [id, url === '' ? functionName : url]));
  const times: Record<string, number> = {};
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    times[name] = (times[name] ?? 0) + (timeDeltas[index] ?? 0) / 1_000;
  });
  return times;
}
