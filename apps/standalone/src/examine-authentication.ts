import { createLogger, openAuthentication, type AuthenticationSettings } from '@arbiter/platform';
import type { DoctorFinding } from './examine-stores.js';

/** By what callers can say who they are; the issuer of tokens is not asked. */
export async function examineAuthentication(
  settings: AuthenticationSettings,
  cwd: string,
): Promise<Omit<DoctorFinding, 'name'>> {
  const logger = createLogger({ name: 'doctor', level: 'silent' });
  const opened = await openAuthentication(settings, { cwd, logger });
  opened.close();
  const { means } = opened;
  if (means.length > 0) return { status: 'ok', detail: means.join(', ') };
  return {
    status: 'missing',
    detail: 'ARBITER_API_KEY, ARBITER_KEYS_FILE and OIDC_ISSUER are not set',
    adds: 'listening on other addresses than 127.0.0.1',
  };
}
