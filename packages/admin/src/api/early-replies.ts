/** Reply of the service, read to its end. */
export interface Reply {
  readonly status: number;
  /** Parsed JSON; null where it is none. */
  readonly body: unknown;
}

interface EarlyReply {
  readonly path: string;
  readonly reply: Promise<Reply>;
}

/** By resource: the path without its query. */
const early = new Map<string, EarlyReply>();

const resourceOf = (path: string) => path.split('?', 1)[0] ?? '';

/** Sends a request. @param path below `/admin-api/v1/`. */
export async function send(path: string, init: RequestInit): Promise<Reply> {
  const reply = await fetch(`/admin-api/v1/${path}`, {
    cache: 'no-store',
    credentials: 'same-origin',
    ...init,
  });
  return { status: reply.status, body: reply.status === 204 ? {} : await reply.json().catch(() => null) };
}

/** Sends a GET before its caller's code is loaded. @param path below `/admin-api/v1/`. */
export function requestEarly(path: string): void {
  const reply = send(path, { method: 'GET', headers: { accept: 'application/json' } });
  // Without a caller a failure has nobody to tell.
  reply.catch(() => undefined);
  early.set(resourceOf(path), { path, reply });
}

/**
 * The early reply to a GET, once. The first call of a resource takes it or, with another query, drops it: later ones want
 * data of their own time.
 */
export function takeEarlyReply(path: string): Promise<Reply> | null {
  const resource = resourceOf(path);
  const found = early.get(resource);
  early.delete(resource);
  return found?.path === path ? found.reply : null;
}

/** Drops early replies that nobody has taken. */
export function dropEarlyReplies(): void {
  early.clear();
}
