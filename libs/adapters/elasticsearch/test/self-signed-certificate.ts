import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate that is its own authority, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

// Object identifiers in DER (RFC 5280, RFC 5758).
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');

/** An X.509 v3 certificate (RFC 5280) for 127.0.0.1, valid from 2020 to 2049. */
export function selfSignedCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('arbiter test')))));
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const isAuthority = sequence(BASIC_CONSTRAINTS, der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
  const address = sequence(SUBJECT_ALT_NAME, der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ...[algorithm, name, validity, name, publicKey.export({ type: 'spki', format: 'der' })],
    der(0xa3, sequence(isAuthority, address)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const base64 = sequence(body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** Tag, length, content (ITU-T X.690), for contents of up to 65,535 bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
