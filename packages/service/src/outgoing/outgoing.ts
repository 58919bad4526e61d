/** A request to a webhook endpoint, to the URL of a reference image, or to the operator's register connector. */
export interface OutgoingRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  signal: AbortSignal;
}

/** Reason why there is no reply. */
export type OutgoingFailure =
  /** Not an absolute http or https address, or one with credentials. */
  | 'URL_REFUSED'
  /** The address is neither public nor in a network that the operator allows. */
  | 'ADDRESS_REFUSED'
  /** The address is public and without TLS, so others could read the data. */
  | 'TLS_REQUIRED'
  /** The host name has no address. */
  | 'NAME_NOT_FOUND'
  /** No name server could tell whether the host name has an address. */
  | 'NAME_LOOKUP_FAILED'
  /** The operator's proxy cannot be reached, or does not respond like a proxy. */
  | 'PROXY_FAILED'
  /** The operator's proxy refuses the address or the credentials. */
  | 'PROXY_REFUSED'
  /** No server accepts connections, or the connection broke. */
  | 'CONNECTION_FAILED'
  /** The certificate has expired, or is not valid yet. */
  | 'CERTIFICATE_EXPIRED'
  /** The certificate is for another host name. */
  | 'CERTIFICATE_OF_ANOTHER_HOST'
  /** No trusted authority signed the certificate, or its chain is incomplete. */
  | 'CERTIFICATE_UNTRUSTED'
  /** The certificate is invalid for another reason. */
  | 'CERTIFICATE_REFUSED'
  /** The server does not support TLS, or no common version of it. */
  | 'TLS_FAILED'
  /** The whole exchange, including the body, did not finish in time. */
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
      /** At most the first `maxBodyBytes`, 64 KiB by default. */
      readonly body: Uint8Array;
    })
  | {
      readonly kind: 'failed';
      readonly failure: OutgoingFailure;
      /** Received part of the reply: a head whose body did not finish. Missing if not even the head arrived. */
      readonly partial?: ReplyHead & { readonly bodyBytes: number };
    };

/**
 * Sends requests to public addresses with TLS, and to other addresses that its policy allows. Redirects are not followed: a 3xx
 * is returned as the reply.
 */
export interface Outgoing {
  send(request: OutgoingRequest): Promise<OutgoingReply>;
  close(): Promise<void>;
}
