import { setTimeout as delay } from 'node:timers/promises';

/** Calls a function repeatedly until it returns something other than undefined. The limit only ends calls that hang. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined>,
  timeoutMs = 240_000,
): Promise<Answer> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}.`);
    await delay(100);
  }
}
