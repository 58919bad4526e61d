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
  /** The address is not public, and in no network that the operator named. */
  | 'ADDRESS_REFUSED'
  /** The address is public and has no TLS, so others could read the data. */
  | 'TLS_REQUIRED'
  /** The host name has no address. */
  | 'NAME_NOT_FOUND'
  /** No name server said whether it has one. */
  | 'NAME_LOOKUP_FAILED'
  /** The operator's proxy does not answer as one. */
  | 'PROXY_FAILED'
  /** The operator's proxy refuses the address or the credentials. */
  | 'PROXY_REFUSED'
  /** No server accepts connections, or the connection broke. */
  | 'CONNECTION_FAILED'
  /** The certificate has run out, or is not valid yet. */
  | 'CERTIFICATE_EXPIRED'
  /** The certificate is one for other names. */
  | 'CERTIFICATE_OF_ANOTHER_HOST'
  /** No trusted authority signed the certificate, or its chain is incomplete. */
  | 'CERTIFICATE_UNTRUSTED'
  /** The certificate is invalid for another reason. */
  | 'CERTIFICATE_REFUSED'
  /** The receiver does not speak TLS, or no version of it in common. */
  | 'TLS_FAILED'
  /** The whole exchange, body included, did not end in time. */
  | 'TIMEOUT'
  /** The reply is not HTTP, switches protocols (101), or has endless framing or informational replies. */
  | 'REPLY_UNREADABLE'
  /** The caller's signal aborted. */
  | 'ABORTED';

export interface ReplyHead {
  readonly status: number;
  /** The first value of the `Retry-After` header. */
  readonly retryAfter: string | null;
  /** Other headers by lower-case name; the first value of each. */
  readonly headers: Readonly<Record<string, string>>;
}

export type OutgoingReply =
  | (ReplyHead & {
      readonly kind: 'replied';
      /** At most the first 64 KiB. */
      readonly body: Uint8Array;
    })
  | {
      readonly kind: 'failed';
      readonly failure: OutgoingFailure;
      /** Received part of the reply: a head whose body did not end; missing if not even a head arrived. */
      readonly partial?: ReplyHead & { readonly bodyBytes: number };
    };

/**
 * Sends requests to public addresses with TLS, and to others that its policy names. Does not follow redirects: a 3xx is the
 * reply.
 */
export interface Outgoing {
  send(request: OutgoingRequest): Promise<OutgoingReply>;
  close(): Promise<void>;
}
