// Stands for tables of your database: the latest verification of each user, what was told of each execution, and by which ids.
/** @type {Map<string, { executionId: string, token: string }>} */
const byUser = new Map();
/**
 * By execution, whether or not its user is known here by now: a webhook can come before the answer to the start does. Keep
 * the sequence as long as the execution.
 *
 * @type {Map<string, { status: string, sequence: number }>}
 */
const told = new Map();
/** Ids of the deliveries that were taken. Keep them for at least 40 days: what comes again later is stopped by its sequence. */
const taken = new Set();

/**
 * @param {string} userId
 * @returns {{ executionId: string, token: string, status: string } | undefined} PENDING while nothing was told
 */
export function verificationOf(userId) {
  const started = byUser.get(userId);
  return started && { ...started, status: told.get(started.executionId)?.status ?? 'PENDING' };
}

/**
 * @param {string} userId
 * @param {{ executionId: string, token: string }} started
 */
export function keepVerification(userId, started) {
  byUser.set(userId, started);
}

/**
 * Records what a webhook told; in a database this is one transaction. A delivery may come twice, and an older one after a
 * newer one: each id counts once, and of several the highest sequence.
 *
 * @param {{ id: string, sequence: number, data: { id: string, status: string } }} delivery
 */
export function recordStatus({ id, sequence, data }) {
  if (taken.has(id)) return;
  taken.add(id);
  if (sequence <= (told.get(data.id)?.sequence ?? 0)) return;
  told.set(data.id, { status: data.status, sequence });
}
