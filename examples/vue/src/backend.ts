/** How a verification stands, as the webhook has told the backend. */
export type Status = 'NONE' | 'PENDING' | 'APPROVED' | 'REVIEW' | 'DECLINED' | 'EXPIRED' | 'ERROR';

/**
 * Asks the backend for the token of a verification of the user who is logged in.
 *
 * @param anew - whether another verification begins, though one may be under way.
 */
export async function fetchToken(anew: boolean): Promise<string> {
  const { token } = await call<{ token: string }>({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ anew }),
  });
  return token;
}

export async function fetchStatus(signal: AbortSignal): Promise<Status> {
  const { status } = await call<{ status: Status }>({ signal });
  return status;
}

async function call<Answer>(request: RequestInit): Promise<Answer> {
  const reply = await fetch('/api/verification', request);
  if (!reply.ok) throw new Error(`The backend answered ${reply.status}`);
  return reply.json();
}
