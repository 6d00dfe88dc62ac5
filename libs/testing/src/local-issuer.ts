import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';

export type SigningAlgorithm = 'RS256' | 'ES256' | 'EdDSA' | 'PS256';

export interface TokenSpecification {
  /** Beside issuer, audience, subject and times; undefined takes one of those away. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Partial<JWTHeaderParameters>;
  /** Of the key that signs; the newest when absent. */
  readonly kid?: string;
}

interface IssuerKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

type AnswerRequest = (request: {
  readonly query: URLSearchParams;
  readonly body: string;
}) => Promise<IssuerAnswer> | IssuerAnswer;

export interface IssuerAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An OpenID Connect provider on a free port, with what a resource server needs of one: its description, its keys, tokens. */
export class LocalIssuer {
  static readonly audience = 'arbiter';
  /** How often its set of keys was asked for. */
  keyRequests = 0;
  descriptionRequests = 0;
  /** Replaces what it answers, by path. */
  readonly answers = new Map<
    string,
    {
      readonly status?: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
      readonly never?: true;
    }
  >();
  /** What it answers besides, by path. */
  readonly pages = new Map<string, AnswerRequest>();
  private keys: IssuerKey[] = [];
  private server: Server | null = null;
  private port = 0;

  static async start(): Promise<LocalIssuer> {
    const issuer = new LocalIssuer();
    // A key of RSA takes a second to make.
    await issuer.rotate('ES256');
    await issuer.listen();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/realm`;
  }

  /** The keys that it publishes. */
  get keySet(): { readonly keys: readonly JWK[] } {
    return { keys: this.keys.map(({ jwk }) => jwk) };
  }

  /** Signs by a new key from now on; those before stay published. */
  async rotate(alg: SigningAlgorithm): Promise<string> {
    const kid = `key-${this.keys.length + 1}`;
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    this.keys.push({ kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } });
    return kid;
  }

  /** Publishes a key no more. */
  withdraw(kid: string): void {
    this.keys = this.keys.filter((key) => key.kid !== kid);
  }

  async token({ claims = {}, header = {}, kid }: TokenSpecification = {}): Promise<string> {
    const key = this.keys.find((each) => each.kid === kid) ?? this.keys.at(-1);
    if (!key) throw new Error('the issuer has no key');
    const now = Math.floor(Date.now() / 1_000);
    const all: Readonly<Record<string, unknown>> = {
      iss: this.url,
      aud: LocalIssuer.audience,
      sub: 'ada',
      iat: now,
      exp: now + 300,
      ...claims,
    };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new SignJWT(given).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey);
  }

  /** What everybody can get: the bytes that an attacker would sign with. */
  publicKeyPem(): Promise<string> {
    const key = this.keys[0];
    if (!key) throw new Error('the issuer has no key');
    return exportSPKI(key.publicKey);
  }

  async listen(): Promise<void> {
    this.server = createServer((req, res) => {
      const path = req.url ?? '';
      if (path.endsWith('/keys')) this.keyRequests += 1;
      else this.descriptionRequests += 1;
      const { status = 200, body, headers = {}, never } = this.answers.get(path) ?? {};
      if (never) return;
      const { pathname, searchParams: query } = new URL(path, this.url);
      const page = this.pages.get(pathname);
      if (page && !this.answers.has(path)) {
        void readText(req)
          .then((sent) => page({ query, body: sent }))
          .then((answer) => {
            res.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
          });
        return;
      }
      const usual: Readonly<Record<string, object | undefined>> = {
        '/realm/.well-known/openid-configuration': {
          issuer: this.url,
          jwks_uri: `${this.url}/keys`,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          id_token_signing_alg_values_supported: [...new Set(this.keys.map(({ alg }) => alg))],
        },
        '/realm/keys': this.keySet,
      };
      const known = usual[path];
      const text = body ?? (known && JSON.stringify(known));
      res.writeHead(text === undefined ? 404 : status, { 'content-type': 'application/json', ...headers }).end(text);
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Goes away; `listen` brings it back at the same address. */
  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
    this.server = null;
  }
}
