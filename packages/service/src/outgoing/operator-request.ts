/** A request to an endpoint that the operator configured. */
export interface OperatorRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Maximum length of the reply's body. A longer reply is an error. */
  readonly maxBodyBytes: number;
}

export interface OperatorReply {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface OperatorClientOptions {
  /** Time-out in ms of the whole exchange. */
  readonly timeoutMs: number;
  /** Maximum number of concurrent connections to an endpoint. */
  readonly connections: number;
}

/**
 * Sends requests to endpoints that the operator configured, at any address, including private ones. Redirects are not followed:
 * a 3xx is returned as the reply.
 */
export interface OperatorClient {
  /** Sends a request. @throws if no complete reply arrives in time. */
  send(request: OperatorRequest): Promise<OperatorReply>;
  close(): Promise<void>;
}
