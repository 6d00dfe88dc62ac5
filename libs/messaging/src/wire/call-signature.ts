import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ArbiterError } from '@arbiter/contracts';
import { CALL_HEADERS, type HeaderEntries } from './call.headers.js';

/** `1 <milliseconds since the Unix epoch> <HMAC-SHA-256 in base64url>`: the form, when the call was signed, and by whom. */
export const SIGNATURE_HEADER = 'Arbiter-Signature';
const SIGNATURE = /^1 (\d{1,16}) ([\w-]{43})$/;

/** As long as its output: a shorter key is the weakest part of HMAC-SHA-256 (RFC 2104, 3). */
export const MIN_SIGNING_KEY_BYTES = 32;

/** How long a signed call may be on its way, which is also how far the clocks of two hosts may differ. */
const MAX_AGE_MS = 60_000;

/** Everything in the headers that changes what a call does, for whom, or who can take it back. */
const SIGNED_HEADERS = Object.values(CALL_HEADERS);

/** A call as it goes over the broker. */
export interface SignedCall {
  readonly subject: string;
  /** Where the answer goes. */
  readonly reply: string;
  readonly headers: HeaderEntries;
  readonly payload: Uint8Array;
}

/**
 * Signs calls with a key that all arms share, so that who reaches the broker cannot call as somebody. It hides nothing, and
 * answers are not signed.
 */
export class CallSignatures {
  private readonly keys: readonly KeyObject[];
  private readonly signingKey: KeyObject;

  /**
   * @param keys the first signs, all are admitted: that is how a key is replaced without a break
   * @throws RangeError without keys, and for one of less than {@link MIN_SIGNING_KEY_BYTES} bytes
   */
  constructor(keys: readonly string[]) {
    this.keys = keys.map((key) => createSecretKey(key, 'utf8'));
    const [first] = this.keys;
    if (!first || this.keys.some(({ symmetricKeySize = 0 }) => symmetricKeySize < MIN_SIGNING_KEY_BYTES)) {
      throw new RangeError(`a key that signs calls has at least ${MIN_SIGNING_KEY_BYTES} bytes`);
    }
    this.signingKey = first;
  }

  /**
   * @param now of the caller's clock, in milliseconds since the Unix epoch
   * @returns the value of {@link SIGNATURE_HEADER}
   */
  sign(call: SignedCall, now: number): string {
    const at = String(Math.floor(now));
    return `1 ${at} ${mac(this.signingKey, textOf(call, at)).toString('base64url')}`;
  }

  /**
   * @param now of the callee's clock, in milliseconds since the Unix epoch
   * @throws ArbiterError FORBIDDEN for a call that nobody with a key has signed just now, for this subject
   */
  verify(call: SignedCall, now: number): void {
    const [, at, signature] = SIGNATURE.exec(firstOf(call.headers).get(SIGNATURE_HEADER) ?? '') ?? [];
    if (at === undefined || signature === undefined) throw forbidden('is not signed');
    const text = textOf(call, at);
    const given = Buffer.from(signature, 'base64url');
    if (!this.keys.some((key) => timingSafeEqual(mac(key, text), given))) {
      throw forbidden('was signed with another key, or changed');
    }
    const age = now - Number(at);
    if (Math.abs(age) > MAX_AGE_MS) {
      const seconds = Math.round(age / 1_000);
      throw forbidden(`was signed ${seconds} s ago, where ${MAX_AGE_MS / 1_000} s are allowed: clocks must agree`);
    }
  }
}

function mac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** As JSON, so that no two calls have one text. */
function textOf({ subject, reply, headers, payload }: SignedCall, at: string): string {
  const values = firstOf(headers);
  const digest = createHash('sha256').update(payload).digest('base64url');
  return JSON.stringify([at, subject, reply, digest, ...SIGNED_HEADERS.map((name) => values.get(name) ?? null)]);
}

/** The values that {@link decodeCall} reads. */
function firstOf(headers: HeaderEntries): ReadonlyMap<string, string | undefined> {
  return new Map([...headers].map(([name, [value]]) => [name, value]));
}

function forbidden(why: string): ArbiterError {
  return new ArbiterError('FORBIDDEN', `This call over the broker ${why}. All arms need the same NATS_SIGNING_KEY.`);
}
