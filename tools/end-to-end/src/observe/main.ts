import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { WORKSPACE } from '../installation.js';
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
    /** Draws a trace that was exported before. */
    from: { type: 'string' },
  },
});

const trace = values.from === undefined ? await traceOf(values.question) : await readTrace(resolve(values.from));
const spans = readSpans(trace);
const arms = new Set(spans.map(({ service }) => service)).size;
const out = resolve(values.out);
await mkdir(out, { recursive: true });
await writeFile(join(out, 'trace.json'), formatTrace(trace));
const subtitle = `A question to the agent, over the sample domain: ${spans.length} spans of ${arms} processes in one trace, from the HTTP request to stores and models. Its text is not in the trace.`;
await writeFile(join(out, 'trace.svg'), drawWaterfall(spans, { title: 'What one question does', subtitle }));
process.stdout.write(
  `${spans.length} spans of ${arms} processes: ${join(out, 'trace.json')}, ${join(out, 'trace.svg')}\n`,
);

/** Asks five arms, of which each is a process, and returns what they exported of it. */
async function traceOf(question: string): Promise<ExportedSpans> {
  const receiver = await startOtlpReceiver();
  const traced = await startTracedArms({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  try {
    await askAgent(traced.url, WARM_UP);
    await askAgent(traced.url, question);
    // The end of a process sends what it still holds.
    await Promise.all(Object.values(traced.arms).map(({ process }) => process.stop()));
    const got = await receiver.until((all) => all.filter(({ name }) => name === ROOT).length === 2, EXPORT_MS);
    const last = got.filter(({ name }) => name === ROOT).reduce((a, b) => (a.start > b.start ? a : b));
    const exported = receiver.bodies.map((body) => ExportedSpans.parse(JSON.parse(body)));
    return extractTrace(exported, last.traceId, START);
  } finally {
    await traced.close();
    await receiver.close();
  }
}

async function readTrace(path: string): Promise<ExportedSpans> {
  const exported = ExportedSpans.parse(JSON.parse(await readFile(path, 'utf8')));
  const [first] = readSpans(exported);
  if (!first) throw new RangeError(`${path} holds no span`);
  return extractTrace([exported], first.traceId, START);
}

/** OTLP/JSON with a span in each line: a change shows where it is. */
function formatTrace({ resourceSpans }: ExportedSpans): string {
  const entries = resourceSpans.map(({ resource, scopeSpans }) => {
    const scopes = scopeSpans.map(
      ({ scope, spans: inScope }) =>
        `{"scope":${JSON.stringify(scope)},"spans":[\n${inScope.map((span) => JSON.stringify(span)).join(',\n')}\n]}`,
    );
    return `{"resource":${JSON.stringify(resource)},"scopeSpans":[${scopes.join(',')}]}`;
  });
  return `{"resourceSpans":[\n${entries.join(',\n')}\n]}\n`;
}
