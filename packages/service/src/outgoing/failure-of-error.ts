import { AddressRefusedError, TlsRequiredError } from './guarded-connector.ts';
import { ReplyTooLongError } from './limit-reading.ts';
import type { OutgoingFailure } from './outgoing.ts';
import { ProxyFailedError, ProxyRefusedError } from './proxy-connector.ts';
import { lookupFailed } from './resolve-name.ts';

const expired = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;
const untrusted = /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED)/;
/** All other codes of a refused certificate. `UNSPECIFIED` stands for faults to which Node gives no code, such as a weak key. */
const refused =
  /^(ERR_TLS|CERT_|CRL_|ERROR_IN_C|UNABLE_TO|(INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|UNSPECIFIED)$)/;

/** Maps an error of Node or undici to a failure. `ERR_TLS_*` are Node's own codes; `CERT_*` and the like are OpenSSL's. */
export function failureOfError(error: unknown): OutgoingFailure {
  if (error instanceof AddressRefusedError) return 'ADDRESS_REFUSED';
  if (error instanceof TlsRequiredError) return 'TLS_REQUIRED';
  if (error instanceof ProxyFailedError) return 'PROXY_FAILED';
  if (error instanceof ProxyRefusedError) return 'PROXY_REFUSED';
  if (error instanceof ReplyTooLongError) return 'REPLY_UNREADABLE';
  // If all addresses of a name fail, the error aggregates their errors.
  if (error instanceof AggregateError && error.errors.length > 0) return failureOfError(error.errors[0]);
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return 'NAME_NOT_FOUND';
  if (code === lookupFailed) return 'NAME_LOOKUP_FAILED';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'TIMEOUT';
  if (expired.test(code)) return 'CERTIFICATE_EXPIRED';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'CERTIFICATE_OF_ANOTHER_HOST';
  if (untrusted.test(code)) return 'CERTIFICATE_UNTRUSTED';
  if (/^(EPROTO$|ERR_SSL_)/.test(code)) return 'TLS_FAILED';
  if (refused.test(code)) return 'CERTIFICATE_REFUSED';
  if (isUnreadable(error, code)) return 'REPLY_UNREADABLE';
  return 'CONNECTION_FAILED';
}

/** Messages of undici for replies that nobody asked for: `100 Continue`, and `101 Switching Protocols`, which ends HTTP. */
const unrequestedReplies: readonly unknown[] = ['bad response', 'bad upgrade'];

/**
 * Returns whether a reply could not be parsed. Some errors of the parser have no code, and an unrequested reply is only
 * recognisable by the error message.
 */
function isUnreadable(error: unknown, code: string): boolean {
  const { name, message } = Object(error) as Partial<Error>;
  return (
    name === 'HTTPParserError' ||
    /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/.test(code) ||
    (code === 'UND_ERR_SOCKET' && unrequestedReplies.includes(message))
  );
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
