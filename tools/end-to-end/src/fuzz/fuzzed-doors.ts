import { ERROR_TABLE, Problem } from '@arbiter/contracts';
import { ErrorCode, NatsError, type Msg, type NatsConnection } from 'nats';
import type { HttpFuzz, NatsFuzz } from './fuzzed-calls.js';

/** Longest wait for an answer: a hang guard, no measure. */
const ANSWER_MS = 60_000;
const MCP_VERSION = '2025-06-18';
const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
/** The broker takes no such message; its client knows that. */
const TOO_LARGE: string = ErrorCode.MaxPayloadExceeded;
/** JSON-RPC's code for an internal error without a code of ours in its data, and our code for an unforeseen error. */
const UNFORESEEN = /"error":\{"code":-32603,(?!.*"data":\{"code":"[A-Z_]+")|"code":\s*"INTERNAL"/;

/** @throws Error for a failure that is not in the closed table, or is unforeseen */
function assertTold(code: string): string {
  if (!(code in ERROR_TABLE) || code === 'INTERNAL') throw new Error(`answered with ${code}`);
  return code;
}

/** @returns the status, or the code of the problem. @throws Error for an answer that is neither */
export async function sendHttp(url: string, { method, path, headers, body }: HttpFuzz): Promise<string> {
  const response = await fetch(`${url}${path}`, { method, headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
  const text = await response.text();
  if (response.status < 400) return `${response.status}`;
  const problem = Problem.safeParse(parsed(text));
  if (!problem.success) throw new Error(`${response.status} is no problem: ${text.slice(0, 200)}`);
  return `${response.status} ${assertTold(problem.data.code)}`;
}

/** A session of a client before revision 2026-07-28. */
export class McpSession {
  private lastId = 0;

  private constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  static async open(url: string): Promise<McpSession> {
    const clientInfo = { name: 'fuzz', version: '1' };
    const params = { protocolVersion: MCP_VERSION, capabilities: {}, clientInfo };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers: MCP_HEADERS, body });
    await response.text();
    const id = response.headers.get('mcp-session-id');
    if (id === null) throw new Error(`no session was opened: ${response.status}`);
    return new McpSession(url, { ...MCP_HEADERS, 'mcp-session-id': id, 'mcp-protocol-version': MCP_VERSION });
  }

  /** @returns the status, and whether a tool failed. @throws Error for an unforeseen answer */
  async send(message: unknown): Promise<string> {
    const response = await fetch(`${this.url}/mcp`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(this.numbered(message)),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    const isTold = response.status < 500 || [503, 504].includes(response.status);
    if (!isTold || UNFORESEEN.test(text)) throw new Error(`${response.status}: ${text.slice(0, 300)}`);
    return `${response.status}${/"isError"\s*:\s*true/.test(text) ? ' isError' : ''}`;
  }

  /** Two open requests of a session must not share an id: the second is refused. */
  private numbered(message: unknown): unknown {
    const isRequest = typeof message === 'object' && message !== null && !Array.isArray(message) && 'id' in message;
    return isRequest ? { ...message, id: (this.lastId += 1) } : message;
  }
}

/** @returns the code of the error, or that there was none. @throws Error for an unforeseen one */
export async function sendNats(connection: NatsConnection, { subject, payload }: NatsFuzz): Promise<string> {
  let reply: Msg;
  try {
    reply = await connection.request(subject, payload, { timeout: ANSWER_MS });
  } catch (error) {
    if (error instanceof NatsError && error.code === TOO_LARGE) return error.code;
    throw error;
  }
  const error = reply.headers?.get('Nats-Service-Error') ?? '';
  return error === '' ? 'answered' : assertTold(error.split(' ', 1)[0] ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
