import { AddressRefusedError } from './guarded-connector.ts';
import type { OutgoingFailure } from './outgoing.ts';

/** What an error of Node or undici means. `ERR_TLS_*`, `CERT_*` and the like are codes of OpenSSL's verification. */
export function failureOfError(error: unknown): OutgoingFailure {
  if (error instanceof AddressRefusedError) return 'ADDRESS_REFUSED';
  // Trying several addresses of a name fails with all their errors together.
  if (error instanceof AggregateError && error.errors.length > 0) return failureOfError(error.errors[0]);
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'NAME_NOT_FOUND';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'TIMEOUT';
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'CERTIFICATE_REFUSED';
  if (/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/.test(code)) return 'REPLY_UNREADABLE';
  return 'CONNECTION_FAILED';
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
