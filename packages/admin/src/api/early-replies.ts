/** A reply of the service, read to its end. */
export interface Reply {
  readonly status: number;
  /** Parsed JSON; null if the body is not JSON. */
  readonly body: unknown;
}

interface EarlyReply {
  readonly path: string;
  readonly reply: Promise<Reply>;
}

/** Early requests by resource, which is the path without its query. */
const early = new Map<string, EarlyReply>();

const resourceOf = (path: string) => path.split('?', 1)[0] ?? '';

/**
 * Sends a request.
 *
 * @param path - below `/admin-api/v1/`.
 */
export async function send(path: string, init: RequestInit): Promise<Reply> {
  const reply = await fetch(`/admin-api/v1/${path}`, {
    cache: 'no-store',
    credentials: 'same-origin',
    ...init,
  });
  return { status: reply.status, body: reply.status === 204 ? {} : await reply.json().catch(() => null) };
}

/**
 * Sends a GET before the code of its caller is loaded.
 *
 * @param path - below `/admin-api/v1/`.
 */
export function requestEarly(path: string): void {
  const reply = send(path, { method: 'GET', headers: { accept: 'application/json' } });
  // Avoids an unhandled rejection if no caller takes the reply.
  reply.catch(() => undefined);
  early.set(resourceOf(path), { path, reply });
}

/**
 * Returns the early reply to a GET, once; null if there is none. The first call of a resource takes the reply or, if its query
 * differs, drops it, so that later calls get current data.
 */
export function takeEarlyReply(path: string): Promise<Reply> | null {
  const resource = resourceOf(path);
  const found = early.get(resource);
  early.delete(resource);
  return found?.path === path ? found.reply : null;
}

/** Drops early replies that no call has taken. */
export function dropEarlyReplies(): void {
  early.clear();
}
