import type { ProblemCode, ProblemFault } from '@vendor/contract';

/** Why a request is not carried out. The edge turns it into a problem reply; the code decides the HTTP status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  /** Places in the request that are at fault; empty when nothing in it is at fault, but what it meets. */
  readonly faults: readonly ProblemFault[];
  /** When the same request can succeed; null: nothing is known beside the code. */
  readonly retryAfterSeconds: number | null;
  /** For metrics: which limit refused a request with RATE_LIMITED; null: it names itself otherwise. */
  readonly limit: string | null;
  /** Further members of the problem that say what the caller has to know. */
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

/** A body that is not what it must be as a whole: its one fault points at all of it. */
export function refuseBody(code: ProblemCode, detail: string): Refusal {
  return new Refusal(code, `The body ${detail}.`, [{ pointer: '', code, detail }]);
}

/** One member of a body that names nothing, or what the caller may not have. @param pointer - after RFC 6901. */
export function refuseMember(code: ProblemCode, pointer: string, detail: string): Refusal {
  return new Refusal(code, `The member ${pointer} ${detail}.`, [{ pointer, code, detail }]);
}

/** A header that is missing or not what it must be. @param header - its name in lower case. */
export function refuseHeader(code: ProblemCode, header: string, detail: string): Refusal {
  return new Refusal(code, `The header ${header} ${detail}.`, [{ header, code, detail }]);
}

/** A request without the credential that authorizes it. @param wanted - which, in words. */
export function refuseCredential(wanted: string): Refusal {
  return refuseHeader('UNAUTHORIZED', 'authorization', `must be Bearer with ${wanted}`);
}

/** A parameter of the address that names nothing, or not what is asked for. */
export function refuseParameter(code: ProblemCode, parameter: string, detail: string): Refusal {
  return new Refusal(code, `The parameter ${parameter} ${detail}.`, [{ parameter, code, detail }]);
}
