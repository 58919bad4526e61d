/** Body of a refusal, as far as the panel reads it. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly pointer?: string; readonly detail: string }[];
}

/**
 * A call that did not succeed. `code` is the service's, or one of OFFLINE: no reply came; UNREADABLE: it was none of the service; SIGNED_OUT: the
 * session has ended, and its person is asked to sign in again.
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

/** The failure that an exception is; another exception is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
