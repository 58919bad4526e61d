/** A request to an address that a customer named. */
export interface OutgoingRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  signal: AbortSignal;
}

/** Why there is no reply. */
export type OutgoingFailure =
  /** Not an absolute http or https address, or one that carries credentials. */
  | 'URL_REFUSED'
  /** The address is not public. */
  | 'ADDRESS_REFUSED'
  /** The host name has no address. */
  | 'NAME_NOT_FOUND'
  /** Nobody accepts connections, or the connection broke. */
  | 'CONNECTION_FAILED'
  /** The certificate is not good for the host. */
  | 'CERTIFICATE_REFUSED'
  /** The whole exchange, body included, did not end in time. */
  | 'TIMEOUT'
  /** What came back is not HTTP. */
  | 'REPLY_UNREADABLE'
  /** The caller's signal aborted. */
  | 'ABORTED';

export type OutgoingReply =
  | {
      readonly kind: 'replied';
      readonly status: number;
      /** The first value of the `Retry-After` header. */
      readonly retryAfter: string | null;
      /** At most the first 64 KiB. */
      readonly body: Uint8Array;
    }
  | { readonly kind: 'failed'; readonly failure: OutgoingFailure };

/** Sends requests to public addresses, and to no others. Redirects are not followed: a 3xx is the reply. */
export interface Outgoing {
  send(request: OutgoingRequest): Promise<OutgoingReply>;
  close(): Promise<void>;
}
