import type { CookieOptions, Request, Response } from 'express';

/** `__Host-`: a name that no subdomain and no plain HTTP can write to (RFC 6265bis, 4.1.3.2). */
const SECURE_PREFIX = '__Host-';

/** The cookies of this server: for no other host, for no script, and over TLS for nothing else. */
export class OwnCookies {
  /** @param publicUrl ARBITER_PUBLIC_URL: it may say that browsers come by TLS where no trusted proxy does */
  constructor(private readonly publicUrl: string | undefined) {}

  /** The first of that name (RFC 6265, 5.4: the most specific one comes first). */
  read(req: Request, name: string): string | undefined {
    const start = `${this.nameFor(req, name)}=`;
    const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  /** @param attributes of which `maxAge` is in milliseconds */
  write(
    res: Response,
    name: string,
    value: string,
    attributes: Required<Pick<CookieOptions, 'maxAge' | 'sameSite'>>,
  ): void {
    res.cookie(this.nameFor(res.req, name), value, { ...this.attributesFor(res.req), ...attributes });
  }

  clear(res: Response, name: string): void {
    res.clearCookie(this.nameFor(res.req, name), { ...this.attributesFor(res.req), sameSite: 'strict' });
  }

  private nameFor(req: Request, name: string): string {
    return this.isSecure(req) ? `${SECURE_PREFIX}${name}` : name;
  }

  private attributesFor(req: Request): CookieOptions {
    return { httpOnly: true, path: '/', secure: this.isSecure(req) };
  }

  private isSecure(req: Request): boolean {
    return req.secure || (this.publicUrl?.startsWith('https:') ?? false);
  }
}
