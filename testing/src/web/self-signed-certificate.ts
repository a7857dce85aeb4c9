import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its private key in PEM, for a test server. */
export interface SelfSignedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Creates a self-signed certificate (X.509 version 3, RFC 5280) for host names and IPv4 addresses, valid for a day. */
export function createSelfSignedCertificate(names: readonly string[]): SelfSignedCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), tagged(0x0c, Buffer.from('Quern test')))));
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const alternatives = sequence(
    ...names.map((item) =>
      isIPv4(item) ? tagged(0x87, Buffer.from(item.split('.').map(Number))) : tagged(0x82, Buffer.from(item)),
    ),
  );
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(-86_400_000), time(86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        sequence(oid('551d11'), tagged(0x04, alternatives)),
        // A certificate authority, so that clients can trust it directly.
        sequence(oid('551d13'), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff]))))),
      ),
    ),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const bits = tagged(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const base64 = sequence(content, algorithm, bits).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** DER (ITU-T X.690): tag, length, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const sizes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...sizes]), content]);
}

const sequence = (...items: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(items));
const set = (item: Buffer): Buffer => tagged(0x31, item);
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));

function time(offsetMs: number): Buffer {
  const stamp = new Date(Date.now() + offsetMs).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(stamp));
}
