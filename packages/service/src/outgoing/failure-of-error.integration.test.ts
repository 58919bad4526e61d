import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { localhostCertificate } from '../../testing/localhost-certificate.ts';
import { createOutgoing } from './create-outgoing.ts';
import { failureOfError } from './failure-of-error.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

describe('a failure of an outgoing request', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'CERTIFICATE_EXPIRED'],
    ['CERT_NOT_YET_VALID', 'CERTIFICATE_EXPIRED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERTIFICATE_OF_ANOTHER_HOST'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERTIFICATE_UNTRUSTED'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'CERTIFICATE_UNTRUSTED'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERTIFICATE_UNTRUSTED'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERTIFICATE_UNTRUSTED'],
    ['CERT_REVOKED', 'CERTIFICATE_REFUSED'],
    ['INVALID_PURPOSE', 'CERTIFICATE_REFUSED'],
    ['UNSPECIFIED', 'CERTIFICATE_REFUSED'],
    ['EPROTO', 'TLS_FAILED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_FAILED'],
    ['ENOTFOUND', 'NAME_NOT_FOUND'],
    ['ELOOKUPFAILED', 'NAME_LOOKUP_FAILED'],
    ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
    ['ECONNRESET', 'CONNECTION_FAILED'],
  ])('maps the error code %s to %s', (code, failure) => {
    expect(failureOfError(coded(code))).toBe(failure);
    expect(failureOfError(new AggregateError([coded(code), coded('ECONNREFUSED')]))).toBe(failure);
  });

  it('reports a self-signed certificate of a receiver', async () => {
    const receiver = createServer(localhostCertificate, (_, reply) => reply.end());
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
