import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startHttpStandIn, type HttpStandIn } from './http-stand-in.js';
import { startServerLink, type ServerLink } from './server-link.js';

describe('a link to a server', () => {
  let server: HttpStandIn;
  let link: ServerLink;
  beforeEach(async () => {
    server = await startHttpStandIn((_request, answer) => answer.json(200, { here: true }));
    link = await startServerLink(server.url);
  });
  afterEach(async () => {
    await link.close();
    await server.close();
  });
  const ask = async (): Promise<unknown> => (await fetch(link.url)).json();

  it('passes on what the server says', async () => {
    expect(await ask()).toEqual({ here: true });
  });

  it('is refused once it is cut, and there again, at the same address, once it is mended', async () => {
    await link.cut();
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await link.cut();
    await link.mend();
    expect(await ask()).toEqual({ here: true });
  });

  it('takes connections and answers none while it is silent', async () => {
    link.silence();
    const asked = fetch(link.url, { signal: AbortSignal.timeout(100) });
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
    await link.mend();
    expect(await ask()).toEqual({ here: true });
  });
});
