import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { type Logger, type PageSessions, pageSessions, sessionSecrets, type SignInOptions } from '@arbiter/platform';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import type { OrchestratorConfig } from './orchestrator.config.js';

/**
 * By which browsers sign in at the orchestrator. Its folder in the data directory is there already.
 *
 * @param surroundings cwd: where a relative path starts
 * @throws ArbiterError INVALID_REQUEST for a client of OpenID Connect without an issuer, or its secret alone
 */
export function openSessions(
  config: OrchestratorConfig,
  { cwd, logger }: { readonly cwd: string; readonly logger: Logger },
): PageSessions {
  const { apiKey, dataDir, keysFile, natsSigningKeys: signingKeys, publicUrl } = config;
  const directory = resolve(cwd, dataDir, 'orchestrator');
  return pageSessions({
    secrets: sessionSecrets({ signingKeys, directory, logger }),
    publicUrl,
    takesKeys: apiKey !== undefined || keysFile !== undefined,
    signIn: signInOf(config, logger),
    clock: SYSTEM_CLOCK,
  });
}

function signInOf(
  { oidcAudience, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcIssuer: issuer }: OrchestratorConfig,
  logger: Logger,
): SignInOptions | undefined {
  if (clientId !== undefined && issuer !== undefined) {
    const [audience] = oidcAudience ?? [];
    return { issuer, clientId, clientSecret, audience, logger };
  }
  if (clientId === undefined && clientSecret === undefined) return undefined;
  const [set, missing] =
    clientId === undefined ? ['OIDC_CLIENT_SECRET', 'OIDC_CLIENT_ID'] : ['OIDC_CLIENT_ID', 'OIDC_ISSUER'];
  throw new ArbiterError('INVALID_REQUEST', `${set} without ${missing}: set it, or leave both out.`);
}
