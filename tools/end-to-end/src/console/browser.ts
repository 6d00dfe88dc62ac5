import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Debian, Ubuntu and others put it. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Why no page can be opened here; null where a browser is installed. */
export function noBrowser(): string | null {
  return programOf() === undefined ? 'no chromium is installed' : null;
}

function programOf(): string | undefined {
  return PLACES.find((path) => existsSync(path));
}

/** What a page did that it should not. */
export interface Complaints {
  /** Errors and warnings of its console, refused resources by its policy among them; errors that nobody caught. */
  readonly said: string[];
  /** Requests to other hosts, by address. */
  readonly strangers: string[];
}

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: Complaints;
}

/** By how many pixels a page is wider than its window, so that it has to be pushed sideways. */
export function overhangOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

/** What a test may listen to; nobody listens any more once it has left the page. */
const HEARD = ['console', 'pageerror', 'request', 'dialog'] as const;

/** A browser of this machine. No two pages that are open at a time share a cookie. */
export class TestBrowser {
  /**
   * Pages that were left, by the options of their contexts. To begin a context takes four processes and a second of a processor;
   * to open another address in a page takes a quarter of it.
   */
  private readonly left = new Map<string, Page[]>();
  private readonly optionsOf = new WeakMap<Page, string>();

  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<TestBrowser> {
    const executablePath = programOf();
    // Containers have no sandbox to give, and little shared memory.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    return new TestBrowser(await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args }));
  }

  /** Opens an address in a page that was left, if one has the same options, else in a new one. */
  async open(url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
    const left = this.left.get(JSON.stringify(options))?.pop();
    // What stands there writes until it is gone. A blank page between would be one of another process.
    await left?.evaluate('localStorage.clear(), sessionStorage.clear()');
    const page = left ?? (await this.begin(options));
    const complaints: Complaints = { said: [], strangers: [] };
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.said.push(message.text());
    });
    page.on('pageerror', (error) => complaints.said.push(String(error)));
    const host = URL.canParse(url) ? new URL(url).host : '';
    page.on('request', (request) => {
      const asked = new URL(request.url());
      if (/^https?:$/.test(asked.protocol) && asked.host !== host) complaints.strangers.push(request.url());
    });
    // Until then it is what was left that speaks.
    if (left)
      page.once('framenavigated', () => [complaints.said, complaints.strangers].forEach((list) => list.splice(0)));
    await page.goto(url);
    return { page, context: page.context(), complaints };
  }

  /** Leaves a page, without cookies, routes and listeners, to the next test that opens one with the same options. */
  async leave({ page, context }: OpenedPage): Promise<void> {
    for (const heard of HEARD) page.removeAllListeners(heard);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearCookies();
    const options = this.optionsOf.get(page) ?? '';
    this.left.set(options, [...(this.left.get(options) ?? []), page]);
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private async begin(options: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    this.optionsOf.set(page, JSON.stringify(options));
    return page;
  }
}
