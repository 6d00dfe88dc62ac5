import { CONSOLE_SESSION_PATH, type ConsoleSession } from '@arbiter/contracts';

/** A browser at one server, as far as requests and cookies go: it sends Origin with changes, and keeps one cookie. */
export class Browser {
  /** `name=value`; null: none. */
  cookie: string | null = null;
  /** As the server wrote the last one, attributes included. */
  setCookie = '';

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async send(method: string, path: string, body?: unknown, own: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        connection: 'close',
        ...(this.cookie !== null && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { origin: this.url }),
        ...this.headers,
        ...own,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      this.setCookie = line;
      const [pair = ''] = line.split(';');
      this.cookie = line.includes('; Expires=Thu, 01 Jan 1970') ? null : pair;
    }
    return response;
  }

  get(path: string, own?: Record<string, string>): Promise<Response> {
    return this.send('GET', path, undefined, own);
  }

  signIn(key: string): Promise<Response> {
    return this.send('POST', CONSOLE_SESSION_PATH, { key });
  }

  async who(): Promise<ConsoleSession> {
    return (await (await this.get(CONSOLE_SESSION_PATH)).json()) as ConsoleSession;
  }
}
