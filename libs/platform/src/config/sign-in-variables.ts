import { isOrigin } from '../http/response-headers.js';
import { variable } from './define-config.js';
import { secretText, text } from './value-schemas.js';

/** How people reach and enter the console, for the arm that serves it. */
export const signInVariables = {
  publicUrl: variable({
    env: 'ARBITER_PUBLIC_URL',
    schema: text()
      .transform((given) => given.replace(/\/$/, ''))
      .refine(isOrigin),
    values: 'URL without a path, such as https://arbiter.example',
    description: 'Address under which browsers reach the orchestrator: for sign-in, and for links into the console.',
    common: true,
  }),
  oidcClientId: variable({
    env: 'OIDC_CLIENT_ID',
    schema: text(),
    description:
      'Client by which people sign in at OIDC_ISSUER. Register `/v1/console/callback` of ARBITER_PUBLIC_URL as its redirect URI.',
    common: true,
  }),
  oidcClientSecret: variable({
    env: 'OIDC_CLIENT_SECRET',
    schema: secretText(),
    description: 'Its secret (`client_secret_post`); unset, it is a public client. PKCE is used either way.',
    secret: true,
    common: true,
  }),
};
