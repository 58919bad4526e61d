/** How a verification stands, as the webhook has told the backend. */
export type Status = 'NONE' | 'PENDING' | 'APPROVED' | 'REVIEW' | 'DECLINED' | 'EXPIRED' | 'ERROR';

/** What a start needs: for one verification of the user who is logged in. */
export interface Ticket {
  readonly token: string;
  /** Address of the verification service. */
  readonly baseUrl: string;
}

/** @param anew - whether another verification begins, though one may be under way. */
export function fetchTicket(anew: boolean): Promise<Ticket> {
  return call({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ anew }),
  });
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
