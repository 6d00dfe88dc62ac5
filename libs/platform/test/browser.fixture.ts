import { CONSOLE_SESSION_PATH, type ConsoleSession } from '@arbiter/contracts';
import { createLogger } from '../src/logging.js';

export const SILENT = createLogger({ name: 'test', level: 'silent', destination: { write: () => undefined } });

/** A clock that goes as many milliseconds ahead as it is told. */
export function testClock() {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead, monotonic: () => performance.now() + clock.ahead };
  return clock;
}

/** A browser at one server, as far as requests and cookies go: it sends Origin with changes, and keeps cookies. */
export class Browser {
  /** `name=value; other=value` */
  cookie = '';
  /** As the server wrote the last one, attributes included. */
  setCookie = '';

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** @param own headers besides; an empty one is not sent */
  async send(method: string, path: string, body?: unknown, own: Record<string, string> = {}): Promise<Response> {
    const headers = {
      connection: 'close',
      cookie: this.cookie,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { origin: this.url }),
      ...this.headers,
      ...own,
    };
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: Object.entries(headers).filter(([, value]) => value !== ''),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      this.setCookie = line;
      const [pair = ''] = line.split(';', 1);
      const others = this.cookie.split('; ').filter((one) => one !== '' && !one.startsWith(/^[^=]*=/.exec(pair)![0]));
      this.cookie = (line.includes('; Max-Age=0;') ? others : [...others, pair]).join('; ');
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
