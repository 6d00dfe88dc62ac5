import { createHash, randomUUID } from 'node:crypto';
import type { IssuerAnswer, LocalIssuer } from './local-issuer.js';

interface IssuedCode {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly nonce: string;
}

export interface LocalSignInOptions {
  readonly clientId: string;
  /** Absent: a public client. */
  readonly clientSecret?: string;
  /** Of access tokens, beside the usual ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** The pages of an issuer by which people sign in: the authorization code flow, for one client, for a person who agrees at once. */
export class LocalSignIn {
  /** Replaces the nonce of the next ID tokens. */
  wrongNonce: string | null = null;
  /** Refuses the person, as RFC 6749 (4.1.2.1) names it. */
  refusal: string | null = null;
  private readonly codes = new Map<string, IssuedCode>();

  constructor(
    private readonly issuer: LocalIssuer,
    private readonly options: LocalSignInOptions,
  ) {
    issuer.pages.set('/realm/authorize', ({ query }) => this.authorize(query));
    issuer.pages.set('/realm/token', ({ body }) => this.grant(new URLSearchParams(body)));
  }

  /** Codes that were given out are good no more. */
  expireCodes(): void {
    this.codes.clear();
  }

  private authorize(query: URLSearchParams): IssuerAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.options.clientId || query.get('code_challenge_method') !== 'S256') {
      return { status: 400, body: 'not my client, or without PKCE' };
    }
    const code = randomUUID();
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (this.refusal !== null) back.searchParams.set('error', this.refusal);
    else back.searchParams.set('code', code);
    const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? ''];
    this.codes.set(code, { challenge, redirectUri, nonce });
    return { status: 302, headers: { location: back.href }, body: '' };
  }

  private async grant(form: URLSearchParams): Promise<IssuerAnswer> {
    const { clientId, clientSecret, claims = {} } = this.options;
    const code = form.get('code') ?? '';
    const issued = this.codes.get(code);
    this.codes.delete(code);
    if (form.get('client_id') !== clientId || (form.get('client_secret') ?? undefined) !== clientSecret) {
      return refused('invalid_client');
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (issued?.challenge !== challenge || issued.redirectUri !== form.get('redirect_uri'))
      return refused('invalid_grant');
    const nonce = this.wrongNonce ?? issued.nonce;
    const tokens = {
      access_token: await this.issuer.token({ claims }),
      id_token: await this.issuer.token({ claims: { aud: clientId, nonce } }),
      token_type: 'Bearer',
    };
    return { status: 200, body: JSON.stringify(tokens) };
  }
}

function refused(error: string): IssuerAnswer {
  return { status: 400, body: JSON.stringify({ error }) };
}
