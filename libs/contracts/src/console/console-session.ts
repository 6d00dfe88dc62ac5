import { z } from 'zod';
import { Role, Tenant } from '../access/principal.js';

/** Where a page signs in (POST), asks who it is (GET) and signs out (DELETE). */
export const CONSOLE_SESSION_PATH = '/v1/console/session';

/** What a page sends to sign in: a key of the server, or a token that it admits. */
export const ConsoleSignIn = z.strictObject({ key: z.string().min(1).max(8_192) });
export type ConsoleSignIn = z.output<typeof ConsoleSignIn>;

/** Who is at the page. It holds no secrets, and is answered to everybody. */
export const ConsoleSession = z.strictObject({
  /** The server has no keys: nobody signs in, and whoever reaches it may do everything. */
  isOpen: z.boolean(),
  isSignedIn: z.boolean(),
  /** Of the key, or the subject of the token; null: the operator, or nobody. */
  name: z.string().nullable(),
  /** What the page may do; null where it has to sign in first. */
  role: Role.nullable(),
  /** null: all of them. */
  tenant: Tenant.nullable(),
  /** When the session ends at the latest; a key or token that ends before ends it too. null: it has no end, or there is none. */
  expiresAt: z.iso.datetime().nullable(),
  /** How one can sign in: with a key, or at the provider of OpenID Connect. */
  means: z.array(z.enum(['key', 'oidc'])),
  /** The address under which people reach this server, without a slash at its end (ARBITER_PUBLIC_URL). */
  publicUrl: z.url().nullable(),
});
export type ConsoleSession = z.output<typeof ConsoleSession>;
