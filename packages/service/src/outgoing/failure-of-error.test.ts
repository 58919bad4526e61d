import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createOutgoing } from './create-outgoing.ts';
import { failureOfError } from './failure-of-error.ts';

/** A certificate for `localhost` that signs itself, until 2125, and its key, which guards nothing. */
const [cert, key] = [
  `-----BEGIN CERTIFICATE-----
MIIBUDCB9qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTI1MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAkHGO+7Q3x5WKIra
X03iyp0S57LfvAsxNLiExLsYCoIAYsNJ9B5h5Rp3x0cFUM81eh114SmrTu2Py2Lw
gtuTSaM3MDUwFAYDVR0RBA0wC4IJbG9jYWxob3N0MB0GA1UdDgQWBBQY0/mOANz7
IYBMiOBfw60IkNEJUDAKBggqhkjOPQQDAgNJADBGAiEAnbmdnSN6nl1WV8yURgVV
ICJAQ5vXScevvI7E9eguNz4CIQDOx2T6eR10d4R6ZsE3wNjONsZViU4rfipXm8f0
+XY2EA==
-----END CERTIFICATE-----`,
  `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOZOoDLszVKfyN/kc
t33BoRrnUmFg/rhxipnFmbXQIe6hRANCAAQCQcY77tDfHlYoitpfTeLKnRLnst+8
CzE0uITEuxgKggBiw0n0HmHlGnfHRwVQzzV6HXXhKatO7Y/LYvCC25NJ
-----END PRIVATE KEY-----`,
];
const coded = (code: string) => Object.assign(new Error(code), { code });

describe('a failure', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'CERTIFICATE_EXPIRED'],
    ['CERT_NOT_YET_VALID', 'CERTIFICATE_EXPIRED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERTIFICATE_OF_ANOTHER_HOST'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERTIFICATE_UNTRUSTED'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'CERTIFICATE_UNTRUSTED'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERTIFICATE_UNTRUSTED'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERTIFICATE_UNTRUSTED'],
    ['CERT_REVOKED', 'CERTIFICATE_REFUSED'],
    ['EPROTO', 'TLS_FAILED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_FAILED'],
    ['ENOTFOUND', 'NAME_NOT_FOUND'],
    ['ELOOKUPFAILED', 'NAME_LOOKUP_FAILED'],
    ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
    ['ECONNRESET', 'CONNECTION_FAILED'],
  ])('of code %s is %s', (code, failure) => {
    expect(failureOfError(coded(code))).toBe(failure);
    expect(failureOfError(new AggregateError([coded(code), coded('ECONNREFUSED')]))).toBe(failure);
  });

  it('of a receiver that signs its own certificate says so', async () => {
    const receiver = createServer({ key, cert }, (_, reply) => reply.end());
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const outgoing = createOutgoing({ allowLoopback: true });
    try {
      const url = `https://localhost:${(receiver.address() as AddressInfo).port}/`;
      const reply = await outgoing.send({
        url,
        method: 'POST',
        headers: {},
        signal: new AbortController().signal,
      });
      expect(reply).toEqual({ kind: 'failed', failure: 'CERTIFICATE_UNTRUSTED' });
    } finally {
      await outgoing.close();
      receiver.close();
    }
  });
});
