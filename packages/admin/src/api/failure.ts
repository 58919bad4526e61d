/** One fault of a request. Exactly one member gives the place. */
export interface Fault {
  /** JSON pointer (RFC 6901) of a member of the body; empty for the body as a whole. */
  readonly pointer?: string;
  /** Name of a path or query parameter. */
  readonly parameter?: string;
  /** Name of a header. */
  readonly header?: string;
  readonly detail: string;
}

/** Body of an error reply, as far as the panel reads it. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly Fault[];
}

/**
 * A call that did not succeed. `code` is the service's, or OFFLINE (no reply), UNREADABLE (a reply that is not the service's)
 * or SIGNED_OUT (the session has ended, and the person is asked to sign in again).
 */
export class Failure extends Error {
  readonly code: string;
  readonly problem: Problem | null;

  constructor(code: string, problem: Problem | null = null) {
    super(problem?.detail ?? code);
    this.name = 'Failure';
    this.code = code;
    this.problem = problem;
  }
}

/** Returns an exception that is a {@link Failure}; rethrows any other. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
