/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

/** Up to the last "@" before the path, as URLs are read: a password may hold one. */
const URL_CREDENTIALS = /:\/\/(?<=[a-z][a-z0-9+.-]{0,31}:\/\/)[^\s/?#"\\]+@/gi;
/** Whatever stands before the last "@" of a value, after its protocol if it has one. */
const BEFORE_AT = /^([a-z][a-z0-9+.-]*:\/\/)?.*@/is;
const BEARER_TOKEN = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;

/** Shortest value that is replaced wherever it occurs; a shorter one would blot out ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Takes user and password out of every URL in a text: `nats://u:p@host` becomes `nats://[redacted]@host`. */
export function redactUrlCredentials(text: string): string {
  return text.replace(URL_CREDENTIALS, `://${REDACTED}@`);
}

/**
 * Takes out of a setting that could not be read all that may be a user and password: with `/` or `#` in it, or without a
 * protocol, it stands where a URL has something else.
 */
export function redactUnreadCredentials(setting: string): string {
  return setting.replace(BEFORE_AT, `$1${REDACTED}@`);
}

/** @returns the password of a URL, as it is written and as it is meant; empty when the text is no URL, or one without */
export function passwordsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { password } = new URL(text);
  if (password === '') return [];
  // The written form may have characters that URL encodes.
  const written = /^[^:]*:\/\/[^:]*:(.*)@/s.exec(text.slice(0, text.lastIndexOf('@') + 1))?.[1] ?? password;
  return [...new Set([written, password, decoded(password)])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
