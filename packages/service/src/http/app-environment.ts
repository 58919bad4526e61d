import type { Context, Hono } from 'hono';
import type { OwnAddress } from './own-address.ts';

/** Facts that the edge knows of a request. */
export interface AppEnvironment {
  /** Node's request below, where there is one: its socket has the peer's address. */
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } } };
  Variables: {
    /** Names the request in replies and logs. */
    readonly requestId: string;
    /** The address by which it came. */
    readonly ownAddress: OwnAddress;
    /** Rest of the caller's rate limit, as headers of the reply. */
    readonly rateLimit?: Readonly<Record<string, string>>;
    /** The rate limit that refused the request. */
    readonly limitedBy?: string;
    /** Headers that every reply has unless it says otherwise. */
    readonly commonHeaders: Readonly<Record<string, string>>;
    /** The reply that was made with all of these. */
    readonly headed?: Response;
  };
}

export type App = Hono<AppEnvironment>;
export type RequestContext = Context<AppEnvironment>;
