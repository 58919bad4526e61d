import { type ApiRequest, requestInit } from './request.ts';

/** Sends a message that needs no answer and outlives the page (Fetch standard, `keepalive`). Never rejects. */
export async function sendAndForget(request: Pick<ApiRequest, 'url' | 'bearer' | 'body'>): Promise<void> {
  try {
    await fetch(request.url, requestInit({ ...request, method: 'POST', keepalive: true }));
  } catch {
    // The service notices by the missing polls.
  }
}
