import type { ProblemCode, ProblemFault } from '@vendor/contract';

/** Error that refuses a request. The HTTP edge turns it into a problem reply; the code decides the status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  /** Members, headers or parameters at fault; empty if the request itself is valid but cannot be carried out. */
  readonly faults: readonly ProblemFault[];
  /** Seconds until the same request can succeed; null: unknown. */
  readonly retryAfterSeconds: number | null;
  /** Label for metrics: the limit that refused a request with RATE_LIMITED; null: no label. */
  readonly limit: string | null;
  /** Additional members of the problem reply. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: ProblemCode,
    detail: string,
    faults: readonly ProblemFault[] = [],
    {
      retryAfterSeconds = null,
      limit = null,
      members = {},
    }: {
      readonly retryAfterSeconds?: number | null;
      readonly limit?: string | null;
      readonly members?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(detail);
    this.code = code;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
    this.members = members;
  }
}

/** Refuses a body as a whole: the one fault points at its root. */
export function refuseBody(code: ProblemCode, detail: string): Refusal {
  return new Refusal(code, `The body ${detail}.`, [{ pointer: '', code, detail }]);
}

/**
 * Refuses one member of a body, such as an id that is unknown or not the caller's. @param pointer - JSON pointer (RFC 6901).
 */
export function refuseMember(code: ProblemCode, pointer: string, detail: string): Refusal {
  return new Refusal(code, `The member ${pointer} ${detail}.`, [{ pointer, code, detail }]);
}

/** Refuses a header that is missing or invalid. @param header - its name in lower case. */
export function refuseHeader(code: ProblemCode, header: string, detail: string): Refusal {
  return new Refusal(code, `The header ${header} ${detail}.`, [{ header, code, detail }]);
}

/** Refuses a request without a valid credential. @param wanted - the credential in words. */
export function refuseCredential(wanted: string): Refusal {
  return refuseHeader('UNAUTHORIZED', 'authorization', `must be Bearer with ${wanted}`);
}

/** Refuses a parameter of the address that is unknown or invalid. */
export function refuseParameter(code: ProblemCode, parameter: string, detail: string): Refusal {
  return new Refusal(code, `The parameter ${parameter} ${detail}.`, [{ parameter, code, detail }]);
}
