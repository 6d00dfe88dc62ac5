import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { WORKSPACE } from '@arbiter/end-to-end';
import { drawWaterfall } from './draw-waterfall.js';
import { startOtlpReceiver } from './otlp-receiver.js';
import { ExportedSpans, extractTrace, readSpans } from './read-spans.js';
import { askAgent, startTracedArms } from './traced-arms.js';

/** Loads the models, so that the trace does not show that. */
const WARM_UP = 'How many people live in Tallowgate?';
/** No document says it: the agent searches twice and reads one of them whole, so all five arms take part. */
const QUESTION = 'What colour is the door of the Tidehouse?';
const ROOT = 'POST /agentic_search';
/** Spans leave a process every five seconds. */
const EXPORT_MS = 30_000;
/** Traces of two days look alike when they begin at the same time. */
const START = 1_767_225_600_000_000_000n;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(WORKSPACE.root, 'docs', 'reports') },
    question: { type: 'string', default: QUESTION },
  },
});

const receiver = await startOtlpReceiver();
const traced = await startTracedArms({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
try {
  await askAgent(traced.url, WARM_UP);
  const before = new Set(receiver.spans().map(({ traceId }) => traceId));
  await askAgent(traced.url, values.question);
  // The end of a process sends what it still holds.
  await Promise.all(Object.values(traced.arms).map(({ process }) => process.stop()));
  const spans = await receiver.until((got) => got.filter(({ name }) => name === ROOT).length >= 2, EXPORT_MS);
  const roots = spans.filter(({ name, traceId }) => name === ROOT && !before.has(traceId));
  const root = roots.sort((a, b) => b.start - a.start)[0];
  if (!root) throw new RangeError('the trace of the question did not come');
  const trace = extractTrace(
    receiver.bodies.map((body) => ExportedSpans.parse(JSON.parse(body))),
    root.traceId,
    START,
  );
  const drawn = readSpans(trace);
  const arms = new Set(drawn.map(({ service }) => service)).size;
  const out = resolve(values.out);
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'trace.json'), `${JSON.stringify(trace, null, 1)}\n`);
  const subtitle = `A question to the agent, over the sample domain: ${drawn.length} spans of ${arms} processes in one trace, from the HTTP request to stores and models. Its text is not in the trace.`;
  await writeFile(join(out, 'trace.svg'), drawWaterfall(drawn, { title: 'What one question does', subtitle }));
  process.stdout.write(
    `${drawn.length} spans of ${arms} processes: ${join(out, 'trace.json')}, ${join(out, 'trace.svg')}\n`,
  );
} finally {
  await traced.close();
  await receiver.close();
}
