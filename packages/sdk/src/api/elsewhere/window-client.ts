import type { WindowService } from '../../hosted/ports.ts';
import type { Clock } from '../../session/ports.ts';
import { clientAddress } from '../client-address.ts';
import { longPoll } from '../long-poll.ts';
import { callOnce, readMember } from '../request.ts';
import { retrying, userPatience } from '../retry.ts';
import { sendAndForget } from '../send-and-forget.ts';

/** Longest wait of one poll, in seconds; the service allows no longer one. */
const pollSeconds = 25;

/** How much longer than asked a poll may take, in ms. */
const afterPollMs = 10_000;

/** Address of the service, key of our session, and the load of the window that this is. */
export interface WindowClientOptions {
  readonly baseAddress: string;
  readonly sessionKey: string;
  readonly visit: unknown;
  readonly clock: Clock;
}

/** The service over HTTP, for a window that a page has opened. */
export function createWindowClient(options: WindowClientOptions): WindowService {
  const { baseAddress, sessionKey: bearer, visit, clock } = options;
  const address = (path: string) => clientAddress(baseAddress, `popup/${path}`);
  return {
    async released(signal) {
      await longPoll({
        clock,
        signal,
        isNews: (answer) => readMember(answer, 'released') === true,
        ask: () =>
          callOnce({
            url: address(`attendance?wait=${pollSeconds}`),
            method: 'GET',
            bearer,
            signal,
            timeoutMs: pollSeconds * 1000 + afterPollMs,
          }),
      });
    },

    async report(said, signal) {
      const request = { url: address('report'), method: 'POST', bearer, body: said } as const;
      await retrying(() => callOnce({ ...request, signal }), {
        patience: userPatience,
        clock,
        signal,
      });
    },

    leave: () => sendAndForget({ url: address('leave'), bearer, body: { visit } }),
  };
}
