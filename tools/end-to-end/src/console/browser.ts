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

/** A browser of this machine, with a context of its own for each page, so that no cookie is shared. */
export class TestBrowser {
  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<TestBrowser> {
    const executablePath = programOf();
    // Containers have no sandbox to give, and little shared memory.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    return new TestBrowser(await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args }));
  }

  async open(url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
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
    await page.goto(url);
    return { page, context, complaints };
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
