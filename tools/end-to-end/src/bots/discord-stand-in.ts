import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import { WebSocketServer, type WebSocket } from 'ws';

export const TOKEN = 'MTA.stand-in.token';
/** Snowflakes: Discord's ids are numbers as text. */
export const IDS = { app: '900', bot: '900', guild: '100', channel: '200', direct: '201', admin: '700' } as const;

/** What Discord allows a channel: edits within so many milliseconds. */
const EDITS = { count: 5, withinMs: 5_000 };
const MESSAGE_LENGTH = 2_000;

/** A message as the stand-in keeps it, in the form of Discord's own. */
export interface KeptMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly author: { readonly id: string; readonly bot?: boolean };
  content: string;
  components: readonly { readonly components: readonly KeptButton[] }[];
  /** Who may be mentioned by it. */
  allowed_mentions?: { readonly parse: readonly string[] };
  flags?: number;
  /** When it was made, and each time it was edited. */
  readonly shownAt: number[];
  /** Every content that it had. */
  readonly contents: string[];
}

export interface KeptButton {
  readonly custom_id?: string;
  readonly url?: string;
  readonly label: string;
}

export interface KeptCall {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | undefined;
}

/** A person's interaction, and what the bot has answered to it. */
export interface KeptInteraction {
  readonly token: string;
  readonly madeAt: number;
  /** Of the first answer; type 5 is "thinks". */
  acknowledged?: { readonly at: number; readonly type: number; readonly flags?: number };
  /** The first is `@original`. */
  readonly replies: KeptMessage[];
}

/** Discord, as far as the bot uses it: REST and gateway, with its limits. What it refuses, the bot must not send. */
export class DiscordStandIn {
  readonly calls: KeptCall[] = [];
  readonly messages = new Map<string, KeptMessage>();
  readonly interactions = new Map<string, KeptInteraction>();
  /** Threads by their ids, with the message that each began at. */
  readonly threads = new Map<string, string>();
  /** Answers the next edits with 429 and this header. */
  retryAfterS: number | null = null;
  /** The code with which the gateway ends new connections; null lets in who has the token. */
  refuses: number | null = null;
  /** How often the gateway was resumed, and how often begun. */
  readonly gateway = { identified: 0, resumed: 0 };
  limited = 0;
  private readonly edits = new Map<string, number[]>();
  private readonly sockets = new Set<WebSocket>();
  private sequence = 0;
  private nextId = 1_000;

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
    private readonly socketServer: WebSocketServer,
  ) {}

  static async start(): Promise<DiscordStandIn> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const standIn = new DiscordStandIn(`${url}/api`, server, new WebSocketServer({ server }));
    server.on('request', (req, res) => void standIn.answer(req, res));
    standIn.socketServer.on('connection', (socket) => standIn.greet(socket));
    return standIn;
  }

  async stop(): Promise<void> {
    for (const socket of this.socketServer.clients) socket.terminate();
    this.socketServer.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Ends the connections of the gateway, as Discord does every few hours. */
  cutGateway(): void {
    for (const socket of this.sockets) socket.close(4_000);
  }

  emit(event: string, data: object): void {
    this.sequence += 1;
    for (const socket of this.sockets) socket.send(JSON.stringify({ op: 0, t: event, s: this.sequence, d: data }));
  }

  newId(): string {
    this.nextId += 1;
    return `${this.nextId}`;
  }

  /** Somebody uses a slash command. */
  command(name: string, options: readonly object[] = [], of: Partial<typeof PERSON> & { channel?: string } = {}) {
    const data = { id: this.newId(), name, type: 1, options };
    return this.interact(2, data, of, undefined);
  }

  /** Somebody presses a button. */
  press(message: KeptMessage, customId: string, of: Partial<typeof PERSON> & { channel?: string } = {}) {
    return this.interact(3, { custom_id: customId, component_type: 2 }, of, message);
  }

  /** Somebody writes a message. */
  say(content: string, channel: string, { id } = PERSON): KeptMessage {
    const message = this.keep(channel, { content }, { id });
    const isDirect = channel === IDS.direct;
    const mentions = content.includes(`<@${IDS.bot}>`) ? [userOf(IDS.bot, true)] : [];
    this.emit('MESSAGE_CREATE', {
      ...this.published(message),
      mentions,
      ...(isDirect ? { channel_type: 1 } : { guild_id: IDS.guild, member: { roles: [] } }),
    });
    return message;
  }

  react(message: KeptMessage, emoji: string): void {
    const { id: message_id, channel_id } = message;
    const place = channel_id === IDS.direct ? {} : { guild_id: IDS.guild };
    this.emit('MESSAGE_REACTION_ADD', {
      user_id: PERSON.id,
      message_id,
      channel_id,
      emoji: { id: null, name: emoji },
      ...place,
    });
  }

  /** Messages of the bot in a channel or thread, oldest first. */
  in(channel: string): KeptMessage[] {
    return [...this.messages.values()].filter((one) => one.channel_id === channel && one.author.id === IDS.bot);
  }

  private interact(
    type: number,
    data: object,
    { id = PERSON.id, roles = [], channel = IDS.channel }: Partial<typeof PERSON> & { channel?: string },
    message: KeptMessage | undefined,
  ): KeptInteraction {
    const interaction: KeptInteraction = { token: `token-${this.newId()}`, madeAt: performance.now(), replies: [] };
    this.interactions.set(interaction.token, interaction);
    const isDirect = channel === IDS.direct;
    this.emit('INTERACTION_CREATE', {
      id: this.newId(),
      application_id: IDS.app,
      type,
      token: interaction.token,
      version: 1,
      data,
      channel_id: channel,
      channel: { id: channel, type: isDirect ? 1 : this.threads.has(channel) ? 11 : 0 },
      ...(isDirect ? { user: userOf(id) } : { guild_id: IDS.guild, member: memberOf(id, roles) }),
      ...(message && { message: this.published(message) }),
      locale: 'en-GB',
      entitlements: [],
      authorizing_integration_owners: {},
      context: isDirect ? 1 : 0,
      attachment_size_limit: 1_000_000,
    });
    return interaction;
  }

  private greet(socket: WebSocket): void {
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 30_000 } }));
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('message', (raw: Buffer) => {
      const { op, d } = JSON.parse(raw.toString()) as { op: number; d: { token?: string } };
      if (op === 1) socket.send(JSON.stringify({ op: 11 }));
      if (op !== 2 && op !== 6) return;
      if (d.token !== TOKEN || this.refuses !== null) {
        socket.close(this.refuses ?? 4_004);
        return;
      }
      this.sockets.add(socket);
      if (op === 6) {
        this.gateway.resumed += 1;
        socket.send(JSON.stringify({ op: 0, t: 'RESUMED', s: this.sequence, d: {} }));
        return;
      }
      this.gateway.identified += 1;
      this.emit('READY', {
        v: 10,
        user: userOf(IDS.bot, true),
        session_id: 's',
        resume_gateway_url: this.gatewayUrl,
        guilds: [{ id: IDS.guild, unavailable: true }],
        application: { id: IDS.app, flags: 0 },
        shard: [0, 1],
      });
      this.emit('GUILD_CREATE', guild());
    });
  }

  private get gatewayUrl(): string {
    return this.url.replace('http', 'ws').replace('/api', '');
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const method = req.method ?? '';
    const path = decodeURIComponent((req.url ?? '').replace(/\?.*$/, '').replace('/api/v10', ''));
    const hasBody = (req.headers['content-type'] ?? '').includes('json');
    const body = hasBody ? ((await json(req)) as Record<string, unknown>) : undefined;
    this.calls.push({ at: performance.now(), method, path, body });
    const [status, reply, headers = {}] = this.route(method, path, body, req.headers.authorization);
    if (status === 204) return void res.writeHead(status).end();
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(reply));
  }

  private route(method: string, path: string, body: Record<string, unknown> = {}, authorization?: string): Routed {
    const [, first = '', id = '', third = '', fourth = '', fifth = ''] = path.split('/');
    // Webhooks and interactions are called by their token.
    if (authorization !== `Bot ${TOKEN}` && first !== 'interactions' && first !== 'webhooks')
      return [401, { message: '401: Unauthorized', code: 0 }];
    if (path === '/gateway/bot') {
      const limit = { total: 1_000, remaining: 999, reset_after: 1, max_concurrency: 1 };
      return [200, { url: this.gatewayUrl, shards: 1, session_start_limit: limit }];
    }
    if (first === 'applications') return [200, []];
    if (first === 'interactions') return this.acknowledge(third, body);
    const wrong = refusalOf(body);
    if (wrong) return wrong;
    if (first === 'webhooks') return this.onReply(method, third, fifth, body);
    if (first !== 'channels') return [404, { message: 'Unknown', code: 0 }];
    if (fifth === 'threads') return this.startThread(id, fourth, body);
    if (third !== 'messages') return [200, channelOf(id, id === IDS.direct ? 1 : 0)];
    if (method === 'POST') return [200, this.published(this.keep(id, body, { id: IDS.bot, bot: true }))];
    const message = this.messages.get(fourth);
    if (!message) return [404, { message: 'Unknown Message', code: 10_008 }];
    if (method === 'GET') return [200, this.published(message)];
    return this.edit(message, id, body);
  }

  private acknowledge(token: string, { type, data }: Record<string, unknown>): Routed {
    const interaction = this.interactions.get(token);
    if (!interaction) return [404, { message: 'Unknown interaction', code: 10_062 }];
    const { flags } = (data ?? {}) as { flags?: number };
    interaction.acknowledged = { at: performance.now(), type: Number(type), ...(flags !== undefined && { flags }) };
    const wrong = refusalOf((data ?? {}) as Record<string, unknown>);
    if (wrong) return wrong;
    if (Number(type) === 4)
      interaction.replies.push(this.keep(IDS.channel, data as object, { id: IDS.bot, bot: true }));
    return [204, null];
  }

  private onReply(method: string, token: string, which: string, body: Record<string, unknown>): Routed {
    const interaction = this.interactions.get(token);
    if (!interaction?.acknowledged) return [404, { message: 'Unknown Webhook', code: 10_015 }];
    const [original] = interaction.replies;
    if (method === 'PATCH' && which === '@original' && original) return this.edit(original, token, body);
    const made = this.keep(IDS.channel, body, { id: IDS.bot, bot: true });
    interaction.replies.push(made);
    return [200, this.published(made)];
  }

  private startThread(channel: string, message: string, { name }: Record<string, unknown>): Routed {
    // A thread that begins at a message has its id.
    this.threads.set(message, channel);
    const thread = { ...channelOf(message, 11), name, parent_id: channel, owner_id: IDS.bot, thread_metadata: THREAD };
    this.emit('THREAD_CREATE', thread);
    return [201, thread];
  }

  private edit(message: KeptMessage, place: string, body: Record<string, unknown>): Routed {
    const now = performance.now();
    const recent = (this.edits.get(place) ?? []).filter((at) => now - at < EDITS.withinMs);
    if (this.retryAfterS !== null || recent.length >= EDITS.count) {
      const retry_after = this.retryAfterS ?? 1;
      this.retryAfterS = null;
      this.limited += 1;
      return [
        429,
        { message: 'You are being rate limited.', retry_after, global: false },
        { 'retry-after': `${retry_after}` },
      ];
    }
    this.edits.set(place, [...recent, now]);
    Object.assign(message, body);
    message.shownAt.push(now);
    message.contents.push(message.content);
    return [200, this.published(message)];
  }

  private keep(channel: string, body: object, author: KeptMessage['author']): KeptMessage {
    const base = { id: this.newId(), channel_id: channel, author, content: '', components: [] };
    const message: KeptMessage = { ...base, ...body, shownAt: [performance.now()], contents: [] };
    message.contents.push(message.content);
    this.messages.set(message.id, message);
    return message;
  }

  private published({ id, channel_id, author, content, components, flags = 0 }: KeptMessage): object {
    return {
      ...{ id, channel_id, content, components, flags, type: 0, tts: false, pinned: false, mention_everyone: false },
      ...{ author: userOf(author.id, author.bot), timestamp: '2026-05-01T10:00:00.000Z', edited_timestamp: null },
      ...{ mentions: [], mention_roles: [], attachments: [], embeds: [] },
    };
  }
}

type Routed = readonly [status: number, reply: unknown, headers?: Readonly<Record<string, string>>];

/** Who uses the bot in tests. */
export const PERSON: { readonly id: string; readonly roles: readonly string[] } = { id: '800', roles: [] };

const THREAD = {
  archived: false,
  auto_archive_duration: 1_440,
  locked: false,
  archive_timestamp: '2026-05-01T10:00:00.000Z',
};

function userOf(id: string, bot = false): object {
  return { id, username: bot ? 'arbiter' : `person-${id}`, discriminator: '0', avatar: null, bot };
}

function memberOf(id: string, roles: readonly string[]): object {
  return {
    user: userOf(id),
    roles,
    joined_at: '2026-05-01T10:00:00.000Z',
    deaf: false,
    mute: false,
    flags: 0,
    permissions: '0',
  };
}

function channelOf(id: string, type: number): object {
  return {
    id,
    type,
    name: `channel-${id}`,
    ...(type === 1 ? { recipients: [userOf(PERSON.id)] } : { guild_id: IDS.guild }),
  };
}

function guild(): object {
  const empty = { emojis: [], stickers: [], features: [], threads: [], presences: [], voice_states: [] };
  const roles = [
    { id: IDS.guild, name: '@everyone', permissions: '2147483647' },
    { id: IDS.admin, name: 'keepers', permissions: '0' },
  ];
  const channels = [channelOf(IDS.channel, 0)];
  return { id: IDS.guild, name: 'harbour', owner_id: '1', ...empty, roles, channels, members: [], member_count: 1 };
}

/** What Discord refuses, and what would wake a whole server, which it would not. */
function refusalOf({ content, allowed_mentions: allowed }: Record<string, unknown>): Routed | null {
  if (typeof content !== 'string') return null;
  if (content.length > MESSAGE_LENGTH || content.trim() === '')
    return [400, { message: 'Invalid Form Body', code: 50_035 }];
  const parse = (allowed as { parse?: readonly string[] } | undefined)?.parse;
  return parse?.length === 0 ? null : [400, { message: 'this message could mention somebody', code: 1 }];
}

type Seen<T> = T | undefined | null | false;

/** Waits until something holds that the stand-in sees. @throws ArbiterError DEADLINE_EXCEEDED after 60 s */
export async function until<T>(what: string, seen: () => Seen<T> | Promise<Seen<T>>): Promise<T> {
  const deadline = AbortSignal.timeout(60_000);
  for (;;) {
    const value = await seen();
    if (value !== undefined && value !== null && value !== false) return value;
    if (deadline.aborted) throw new ArbiterError('DEADLINE_EXCEEDED', `waited in vain for ${what}`);
    await delay(20);
  }
}
