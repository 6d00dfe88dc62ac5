import { join } from 'node:path';
import { AgentEvent } from '@arbiter/contracts';
import { chatChunks, startHttpStandIn } from '@arbiter/testing';
import { send } from '../http-calls.js';
import { WORKSPACE } from '../installation.js';
import { McpClients } from '../mcp-clients.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { fenced, shownJson } from './door-texts.js';

/** Only the drawing tells. */
const QUESTION = 'Where does the wire from the landing of Widow’s Eye end?';
/** What a person reads in the drawing, in the place of a vision model. */
const READING = 'Wire 3, a dotted green line, leads from the landing to a bell in the oil room.';
const COLLECTION = 'papers';
const PAPERS = 'domains/lantern-coast/papers';

/** A question that a drawing answers, with and without a vision model, by the command line, the agent and MCP. */
export async function pagesPage(): Promise<string> {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  const clients = new McpClients();
  const model = await startHttpStandIn(({ target }, answer) =>
    target.startsWith('GET ')
      ? answer.json(200, { id: 'written', object: 'model', data: [{ id: 'written', object: 'model' }] })
      : answer.stream('text/event-stream', chatChunks([JSON.stringify({ sentences: [READING] })]), 'end'),
  );
  try {
    const dataDir = await folders.create();
    const library = { ARBITER_DATA_DIR: dataDir };
    const seeing = { ...library, VISION_MODEL: 'openai/written', OPENAI_BASE_URL: `${model.url}/v1` };
    const arbiter = async (words: readonly string[], env: Record<string, string>): Promise<string> => {
      const { stdout, stderr, code } = await WORKSPACE.arbiter(words, { cwd: dataDir, env, timeoutMs: 300_000 });
      const said = words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
      if (code !== 0 && code !== 3) throw new Error(`arbiter ${said}: ${stderr}`);
      return `$ npx arbiter ${said}\n${stdout.trimEnd()}\n`;
    };
    await arbiter(['ingest', join(WORKSPACE.root, PAPERS), '--include', '*.pdf', '-c', COLLECTION], library);
    const blind = await arbiter(['ask', QUESTION, '-c', COLLECTION], library);
    const sighted = await arbiter(['ask', QUESTION, '-c', COLLECTION], seeing);
    const server = await startStandaloneProcess(processes, { dataDir, env: seeing });
    const asked = { query: QUESTION, collection_names: [COLLECTION] };
    const run = await send(`${server.url}/agentic_search`, { json: asked });
    const client = await clients.overHttp('2026-07-28', server.url, {});
    const found = await client.callTool({ name: 'search-pages', arguments: { query: QUESTION, limit: 1 } });
    return [
      '# A question that a drawing answers',
      `The wires of a lighthouse stand in a drawing of \`${PAPERS}/widows-eye.pdf\`. A stand-in says what a person reads there in the place of a vision model (\`VISION_MODEL\`); everything else is as users have it.`,
      `## Without a vision model\n\n${fenced('console', blind)}`,
      `## With one\n\nNumbers and names of what it says must stand on the page. What the page’s words do not confirm is marked, and at most 50 % sure.\n\n${fenced('console', sighted)}`,
      '## An agent, without a language model that decides\n\n`POST /agentic_search`, a line each:',
      fenced('json', shownEvents(run.text)),
      '## Over MCP\n\n`search-pages` gives the page and its picture:',
      shownJson(found.structuredContent),
      shownJson(found.content),
    ].join('\n\n');
  } finally {
    await clients.closeAll();
    await processes.stopAll();
    await folders.removeAll();
    await model.close();
  }
}

/** The stream without what differs from run to run, long parts cut. */
function shownEvents(ndjson: string): string {
  const events = ndjson
    .trim()
    .split('\n')
    .map((line) => AgentEvent.parse(JSON.parse(line)));
  const text = events.map((event) => (event.type === 'token' ? event.content : '')).join('');
  const lines = events.flatMap((event): object[] => {
    if (event.type === 'token') return [];
    if (event.type === 'complete')
      return [
        { type: 'token', content: text },
        { type: 'complete', answer: concluded(event) },
      ];
    return event.type === 'result'
      ? [{ ...event, ms: undefined, objects: event.objects.slice(0, 3).map(brief) }]
      : [event];
  });
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

function concluded({ answer }: Extract<AgentEvent, { type: 'complete' }>) {
  if (!answer) return undefined;
  const { status, confidence, citations, notices } = answer;
  return { status, confidence, citations, notices };
}

const KEPT = ['source', 'page_number', 'score', 'foundBy', 'interpretation', 'title', 'quote', 'page', 'box'];

function brief(object: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => KEPT.includes(key)));
}
