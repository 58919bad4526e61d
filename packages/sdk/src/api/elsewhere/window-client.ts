import type { WindowService } from '../../hosted/ports.ts';
import type { Clock } from '../../session/ports.ts';
import { clientAddress } from '../client-address.ts';
import { longPoll } from '../long-poll.ts';
import { callOnce, readMember } from '../request.ts';
import { retry, userRetryLimits } from '../retry.ts';
import { sendAndForget } from '../send-and-forget.ts';

/** Maximum wait of one poll, in seconds; also the limit of the service. */
const pollSeconds = 25;

/** Time that a poll may take beyond its wait, in ms. */
const afterPollMs = 10_000;

/** Address of the service, session key, and number of this load of the popup. */
export interface WindowClientOptions {
  readonly baseAddress: string;
  readonly sessionKey: string;
  readonly visit: unknown;
  readonly clock: Clock;
}

/** Creates the HTTP client for a popup that a page has opened. */
export function createWindowClient(options: WindowClientOptions): WindowService {
  const { baseAddress, sessionKey: bearer, visit, clock } = options;
  const address = (path: string) => clientAddress(baseAddress, `popup/${path}`);
  return {
    async waitForRelease(signal) {
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

    async report(report, signal) {
      const request = { url: address('report'), method: 'POST', bearer, body: report } as const;
      await retry(() => callOnce({ ...request, signal }), {
        limits: userRetryLimits,
        clock,
        signal,
      });
    },

    leave: () => sendAndForget({ url: address('leave'), bearer, body: { visit } }),
  };
}
