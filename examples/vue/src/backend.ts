/** Status of a verification, as reported to the backend by webhook. */
export type Status = 'NONE' | 'PENDING' | 'APPROVED' | 'REVIEW' | 'DECLINED' | 'EXPIRED' | 'ERROR';

/**
 * Requests the token of the logged-in user's verification from the backend.
 *
 * @param anew - starts another verification, even if one is under way.
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
