import { CONSOLE_SESSION_PATH, type ConsoleSession } from '@arbiter/contracts';

/** A browser at one server, as far as requests and cookies go: it sends Origin with changes, and keeps cookies. */
export class Browser {
  private jar = new Map<string, string>();
  /** As the server wrote the last one, attributes included. */
  setCookie = '';

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** `name=value; other=value` */
  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set cookie(header: string) {
    this.jar = new Map(
      header.split('; ').map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
    );
  }

  /** @param own headers besides; an empty one is not sent */
  async send(method: string, path: string, body?: unknown, own: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: withoutEmpty({
        connection: 'close',
        ...(this.jar.size > 0 && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { origin: this.url }),
        ...this.headers,
        ...own,
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      this.setCookie = line;
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      if (line.includes('; Max-Age=0;')) this.jar.delete(name);
      else this.jar.set(name, value);
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

function withoutEmpty(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}
