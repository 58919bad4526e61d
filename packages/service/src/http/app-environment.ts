import type { Context, Hono } from 'hono';
import type { OwnAddress } from './own-address.ts';

/** Values that the HTTP layer keeps for each request. */
export interface AppEnvironment {
  /** Node's request if there is one: its socket has the address of the peer. */
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } } };
  Variables: {
    /** Id of the request in replies and logs. */
    readonly requestId: string;
    /** Own address to which the request was sent. */
    readonly ownAddress: OwnAddress;
    /** Remaining requests of the caller, as headers of the reply. */
    readonly rateLimit?: Readonly<Record<string, string>>;
    /** Name of the rate limit that refused the request. */
    readonly limitedBy?: string;
    /** Default headers of every reply. */
    readonly commonHeaders: Readonly<Record<string, string>>;
    /** Reply that already has all of these headers. */
    readonly headed?: Response;
  };
}

export type App = Hono<AppEnvironment>;
export type RequestContext = Context<AppEnvironment>;
