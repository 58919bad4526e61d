// Stands in for tables of your database: the latest verification of each user, the status of each execution, and the ids of
// accepted deliveries.
/** @type {Map<string, { executionId: string, token: string }>} */
const byUser = new Map();
/**
 * Keyed by execution, because a webhook may arrive before the answer to the start, when its user is still unknown. Keep the
 * sequence as long as the execution.
 *
 * @type {Map<string, { status: string, sequence: number }>}
 */
const statuses = new Map();
/** Ids of accepted deliveries. Keep them for at least 40 days; later repeats are rejected by their sequence. */
const accepted = new Set();

/**
 * @param {string} userId
 * @returns {{ executionId: string, token: string, status: string } | undefined} PENDING until a webhook arrives
 */
export function verificationOf(userId) {
  const started = byUser.get(userId);
  return started && { ...started, status: statuses.get(started.executionId)?.status ?? 'PENDING' };
}

/**
 * @param {string} userId
 * @param {{ executionId: string, token: string }} started
 */
export function keepVerification(userId, started) {
  byUser.set(userId, started);
}

/**
 * Records the status from a webhook; with a database, use one transaction. Deliveries may be repeated or arrive out of order:
 * each id counts once, and the highest sequence wins.
 *
 * @param {{ id: string, sequence: number, data: { id: string, status: string } }} delivery
 */
export function recordStatus({ id, sequence, data }) {
  if (accepted.has(id)) return;
  accepted.add(id);
  if (sequence <= (statuses.get(data.id)?.sequence ?? 0)) return;
  statuses.set(data.id, { status: data.status, sequence });
}
