import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';

export const SLACK = {
  token: 'xoxb-stand-in',
  appToken: 'xapp-stand-in',
  signingSecret: 'signing-secret-of-tests',
  bot: 'U900',
  team: 'T100',
  channel: 'C200',
  /** A channel that the bot was not invited to. */
  closed: 'C299',
  direct: 'D201',
  person: 'U800',
  keeper: 'U801',
  /** A user group with the keeper in it. */
  keepers: 'S700',
} as const;

/** What Slack allows (https://docs.slack.dev/reference/block-kit). */
const LIMITS = { blocks: 50, sectionText: 3_000, elements: 25, label: 75, actionId: 255 };

export interface KeptElement {
  readonly action_id: string;
  readonly text: { readonly text: string };
  readonly url?: string;
}

export interface KeptBlock {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string; readonly verbatim?: boolean };
  readonly elements?: readonly KeptElement[];
}

/** A message of the bot as the stand-in keeps it. */
export interface KeptPost {
  readonly channel: string;
  readonly ts: string;
  readonly thread_ts?: string;
  /** Who alone sees it; `response` where it came by a response URL. */
  readonly onlyFor?: string;
  blocks: readonly KeptBlock[];
  /** What a notification shows. */
  text: string;
  /** Titles of the tasks that its stream told. */
  readonly tasks: string[];
  /** Whether it was edited, and whether a stream of it is open. */
  edits: number;
  streaming: boolean;
}

/** Something that Slack told the bot. */
export interface Delivered {
  readonly sentAt: number;
  /** What came back, and after how many milliseconds. */
  acknowledged?: { readonly afterMs: number; readonly status?: number };
}

type Fields = Readonly<Record<string, string>>;
type Reply = Readonly<Record<string, unknown>> & { readonly ok: boolean };
type Kind = 'events_api' | 'slash_commands' | 'interactive';

/** Slack, as far as the bot uses it: web API, socket mode and HTTP mode, with its limits. What it refuses, the bot must not send. */
export class SlackStandIn {
  readonly posts: KeptPost[] = [];
  readonly calls: string[] = [];
  /** Whether messages can be streamed. */
  streams = true;
  /** Answers the next call with 429 and this header. */
  retryAfterS: number | null = null;
  limited = 0;
  /** In HTTP mode: where the bot takes events; else they go through its socket. */
  botUrl: string | null = null;
  connections = 0;
  private readonly envelopes = new Map<string, Delivered>();
  private lastId = 1_000;

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
    private readonly sockets: WebSocketServer,
  ) {}

  static async start(): Promise<SlackStandIn> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const standIn = new SlackStandIn(`${url}/api/`, server, new WebSocketServer({ server }));
    server.on('request', (req, res) => void standIn.answer(req, res));
    standIn.sockets.on('connection', (socket) => standIn.greet(socket));
    return standIn;
  }

  async stop(): Promise<void> {
    this.cutSockets();
    this.sockets.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Ends the sockets without a word. */
  cutSockets(): void {
    for (const socket of this.sockets.clients) socket.terminate();
  }

  /** Somebody writes a message. @returns its ts */
  say(text: string, channel: string, more: object = {}): { readonly ts: string; readonly delivered: Delivered } {
    const ts = this.newTs();
    const isDirect = channel === SLACK.direct;
    const type = isDirect || !text.includes(`<@${SLACK.bot}>`) ? 'message' : 'app_mention';
    const channel_type = isDirect ? 'im' : 'channel';
    const event = { type, user: SLACK.person, text, ts, channel, event_ts: ts, channel_type, ...more };
    return { ts, delivered: this.event(event) };
  }

  react({ channel, ts }: KeptPost, reaction: string): void {
    const item = { type: 'message', channel, ts };
    this.event({ type: 'reaction_added', user: SLACK.person, reaction, item_user: SLACK.bot, item, event_ts: ts });
  }

  /** Somebody uses a slash command. */
  command(
    command: string,
    text = '',
    { user = SLACK.person, channel = SLACK.channel }: Readonly<Record<string, string>> = {},
  ) {
    return this.deliver('slash_commands', {
      ...{ command, text, user_id: user, user_name: `person_${user}`, team_id: SLACK.team, team_domain: 'harbour' },
      ...{ channel_id: channel, channel_name: 'quay', response_url: this.responseUrl(channel), trigger_id: 't' },
    });
  }

  /** Somebody presses a button. */
  press({ channel, ts, thread_ts }: KeptPost, action_id: string, user: string = SLACK.person): Delivered {
    const container = { type: 'message', message_ts: ts, channel_id: channel, ...(thread_ts && { thread_ts }) };
    return this.deliver('interactive', {
      ...{ type: 'block_actions', container, channel: { id: channel, name: 'quay' } },
      ...{ user: { id: user, username: 'person', team_id: SLACK.team }, team: { id: SLACK.team, domain: 'harbour' } },
      ...{ actions: [{ type: 'button', action_id, block_id: 'b', action_ts: ts }] },
      ...{ response_url: this.responseUrl(channel), trigger_id: 't', api_app_id: 'A1', token: 'legacy' },
    });
  }

  /** The same event, maybe once more. */
  event(event: object, event_id = this.newId()): Delivered {
    const authorizations = [{ team_id: SLACK.team, user_id: SLACK.bot, is_bot: true, enterprise_id: null }];
    const outer = { type: 'event_callback', team_id: SLACK.team, api_app_id: 'A1', event_id, event_time: 1 };
    return this.deliver('events_api', { ...outer, authorizations, event });
  }

  /** A request as Slack makes it in HTTP mode. */
  async signed(
    body: string,
    contentType: string,
    { secret = SLACK.signingSecret, ageS = 0 }: { readonly secret?: string; readonly ageS?: number } = {},
  ) {
    const timestamp = `${Math.floor(Date.now() / 1000) - ageS}`;
    const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
    return fetch(`${this.botUrl}/slack/events`, {
      method: 'POST',
      body,
      headers: {
        'content-type': contentType,
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
      },
    });
  }

  private deliver(type: Kind, payload: object): Delivered {
    const delivered: Delivered = { sentAt: performance.now() };
    if (this.botUrl === null) {
      const envelope_id = this.newId();
      this.envelopes.set(envelope_id, delivered);
      for (const socket of this.sockets.clients)
        socket.send(JSON.stringify({ type, envelope_id, payload, accepts_response_payload: type !== 'events_api' }));
      return delivered;
    }
    const isEvent = type === 'events_api';
    const form = type === 'interactive' ? { payload: JSON.stringify(payload) } : (payload as Record<string, string>);
    const body = isEvent ? JSON.stringify(payload) : new URLSearchParams(form).toString();
    void this.signed(body, isEvent ? 'application/json' : 'application/x-www-form-urlencoded').then(({ status }) => {
      delivered.acknowledged = { afterMs: performance.now() - delivered.sentAt, status };
    });
    return delivered;
  }

  private greet(socket: WebSocket): void {
    this.connections += 1;
    socket.send(JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A1' } }));
    socket.on('message', (raw: Buffer) => {
      const delivered = this.envelopes.get((JSON.parse(raw.toString()) as { envelope_id: string }).envelope_id);
      if (delivered) delivered.acknowledged = { afterMs: performance.now() - delivered.sentAt };
    });
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? '';
    const body = await textOf(req);
    const method = path.replace('/api/', '');
    this.calls.push(method);
    if (this.retryAfterS !== null && method.startsWith('chat.')) {
      res.writeHead(429, { 'retry-after': `${this.retryAfterS}` }).end();
      this.retryAfterS = null;
      this.limited += 1;
      return;
    }
    const reply = path.startsWith('/respond/')
      ? this.respond(path, JSON.parse(body) as Record<string, unknown>)
      : this.call(method, Object.fromEntries(new URLSearchParams(body)), req.headers.authorization);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  }

  private call(method: string, fields: Fields, authorization = `Bearer ${fields.token ?? ''}`): Reply {
    const wanted = method === 'apps.connections.open' ? SLACK.appToken : SLACK.token;
    if (authorization !== `Bearer ${wanted}`) return refusal('invalid_auth');
    const { channel = '', ts } = fields;
    if (channel === SLACK.closed) return refusal('not_in_channel');
    const wrong = wrongIn(fields);
    if (wrong) return refusal(wrong);
    const post = this.posts.find((one) => one.ts === ts && one.channel === channel);
    switch (method) {
      case 'auth.test':
        return { ok: true, user_id: SLACK.bot, bot_id: 'B900', team_id: SLACK.team };
      case 'apps.connections.open':
        return { ok: true, url: this.url.replace('http', 'ws').replace('/api/', '/link') };
      case 'usergroups.users.list':
        return { ok: true, users: fields.usergroup === SLACK.keepers ? [SLACK.keeper] : [] };
      case 'reactions.get':
        return { ok: true, type: 'message', message: this.posts.find((one) => one.ts === fields.timestamp) };
      case 'chat.postMessage':
        return { ok: true, channel, ts: this.keep(fields).ts };
      case 'chat.postEphemeral':
        return { ok: true, message_ts: this.keep(fields, fields.user).ts };
      case 'chat.startStream':
        return this.startStream(fields);
    }
    if (!post) return refusal(method.startsWith('chat.') ? 'message_not_found' : 'unknown_method');
    if (method === 'chat.update') {
      post.edits += 1;
      return this.change(post, fields);
    }
    if (!post.streaming) return refusal('message_not_in_streaming_state');
    if (method === 'chat.stopStream') post.streaming = false;
    return this.change(post, fields);
  }

  private startStream(fields: Fields): Reply {
    if (!this.streams) return refusal('method_not_supported_for_channel_type');
    const { recipient_user_id: user, recipient_team_id: team, thread_ts } = fields;
    if (!thread_ts || !user || !team) return refusal('missing_recipient_user_id');
    const post = this.keep(fields);
    post.streaming = true;
    return { ...this.change(post, fields), ts: post.ts };
  }

  private change(post: KeptPost, fields: Fields): Reply {
    for (const { type, title } of listOf(fields.chunks) as readonly { type: string; title: string }[])
      if (type === 'task_update') post.tasks.push(title);
    if (fields.blocks !== undefined) post.blocks = listOf(fields.blocks) as readonly KeptBlock[];
    if (fields.text !== undefined) post.text = fields.text;
    return { ok: true, channel: post.channel };
  }

  private keep({ channel = '', thread_ts, text = '', blocks }: Fields, onlyFor?: string): KeptPost {
    const place = {
      channel,
      ts: this.newTs(),
      ...(thread_ts !== undefined && { thread_ts }),
      ...(onlyFor && { onlyFor }),
    };
    const post: KeptPost = {
      ...place,
      text,
      blocks: listOf(blocks) as readonly KeptBlock[],
      tasks: [],
      edits: 0,
      streaming: false,
    };
    this.posts.push(post);
    return post;
  }

  /** What a response URL takes. */
  private respond(
    path: string,
    { response_type: type = 'ephemeral', text, blocks = [] }: Record<string, unknown>,
  ): Reply {
    const fields = { channel: path.split('/')[2] ?? '', text: String(text), blocks: JSON.stringify(blocks) };
    const wrong = wrongIn(fields);
    if (wrong) return refusal(wrong);
    this.keep(fields, type === 'ephemeral' ? 'response' : undefined);
    return { ok: true };
  }

  private responseUrl(channel: string): string {
    return `${this.url.replace('/api/', '')}/respond/${channel}/${this.newId()}`;
  }

  private newId(): string {
    this.lastId += 1;
    return `E${this.lastId}`;
  }

  private newTs(): string {
    this.lastId += 1;
    return `1700000000.${`${this.lastId}`.padStart(6, '0')}`;
  }
}

/** All text of a post that people see. */
export function shownIn({ blocks }: KeptPost): string {
  return blocks.map(({ text }) => text?.text ?? '').join('\n');
}

export function buttonsOf({ blocks }: KeptPost): readonly KeptElement[] {
  return blocks.flatMap(({ elements = [] }) => elements);
}

function refusal(error: string): Reply {
  return { ok: false, error };
}

function listOf(json: string | undefined): readonly unknown[] {
  return json === undefined ? [] : (JSON.parse(json) as unknown[]);
}

/** What Slack refuses, and what would wake people, which it would not. */
function wrongIn({ text = '', blocks: given }: Fields): string | null {
  const blocks = listOf(given) as readonly KeptBlock[];
  if (blocks.length > LIMITS.blocks) return 'invalid_blocks';
  const texts = blocks.flatMap((block) => block.text ?? []);
  if (/<[!@#]/.test([text, ...texts.map((one) => one.text)].join(' '))) return 'this_would_ping';
  for (const { type, text: shown, elements = [] } of blocks) {
    if (type === 'section' && (shown === undefined || shown.text === '' || shown.text.length > LIMITS.sectionText))
      return 'invalid_blocks';
    if (shown && shown.verbatim !== true) return 'this_would_ping';
    const ids = new Set(elements.map(({ action_id: id }) => id));
    const fits = elements.every(
      ({ action_id: id, text: label }) => id.length <= LIMITS.actionId && label.text.length <= LIMITS.label,
    );
    if (
      type === 'actions' &&
      (elements.length === 0 || elements.length > LIMITS.elements || ids.size < elements.length || !fits)
    )
      return 'invalid_blocks';
  }
  return null;
}
