/** A request to an endpoint that the operator named. */
export interface OperatorRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** A longer reply is an error. */
  readonly maxBodyBytes: number;
}

export interface OperatorReply {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface OperatorClientOptions {
  /** For the whole exchange. */
  readonly timeoutMs: number;
  /** How many connections to an endpoint are open at once. */
  readonly connections: number;
}

/**
 * Sends requests to endpoints that the operator named in a setting: at any address, private ones too. Redirects are not
 * followed: a 3xx is the reply.
 */
export interface OperatorClient {
  /** @throws when there is no whole reply in time. */
  send(request: OperatorRequest): Promise<OperatorReply>;
  close(): Promise<void>;
}
