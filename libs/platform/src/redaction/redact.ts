/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"'\\]+@/gi;
const BEARER_TOKEN = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;

/** Shortest value that is replaced wherever it occurs; a shorter one would blot out ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Takes user and password out of every URL in a text: `nats://u:p@host` becomes `nats://[redacted]@host`. */
export function redactUrlCredentials(text: string): string {
  return text.replace(URL_CREDENTIALS, `$1${REDACTED}@`);
}

/**
 * A function that takes out of a text every URL credential, bearer token and the given secret values,
 * as they are and as they stand in JSON.
 *
 * @param secrets values of secret configuration; those under 6 characters are left alone
 */
export function secretRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const distinct = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => {
    const withoutValues = distinct.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
    return redactUrlCredentials(withoutValues).replace(BEARER_TOKEN, `$1 ${REDACTED}`);
  };
}
