import type { FlowLook, PopupState } from '@vendor/contract';
import type { PopupService } from '../../popup/ports.ts';
import type { Clock } from '../../session/ports.ts';
import { ServiceFailure } from '../../session/service-failure.ts';
import { longPoll } from '../long-poll.ts';
import { callOnce, readMember } from '../request.ts';
import { retry, startRetryLimits } from '../retry.ts';
import { isPopupState, isWindowAddress } from './popup-guards.ts';

/** Maximum wait of one poll, in seconds; also the limit of the service. */
const pollSeconds = 25;

/** Time that a poll may take beyond its wait, in ms. */
const afterPollMs = 10_000;

/** Address of the service, and session key of this page. */
export interface PopupClientOptions {
  readonly baseAddress: string;
  readonly sessionKey: string;
  readonly clock: Clock;
}

/** Creates the HTTP client for the page that has opened a popup. */
export function createPopupClient({ baseAddress, sessionKey, clock }: PopupClientOptions): PopupService {
  const url = `${baseAddress}/orchestration-api/v1/client/popup`;
  const bearer = sessionKey;

  const open = (look: FlowLook, signal: AbortSignal) =>
    retry(() => callOnce({ url, method: 'POST', bearer, body: { look }, signal }), {
      limits: startRetryLimits,
      clock,
      signal,
    });

  return {
    async open(look, signal) {
      const answer = await open(look, signal).catch((failure) => {
        if (!(failure instanceof ServiceFailure) || !(failure.status === 400 || failure.status === 413)) {
          throw failure;
        }
        console.warn('VendorOrchestration: theme and messages are too large or invalid, and are ignored.');
        return open({ language: look.language }, signal);
      });
      const address = readMember(answer, 'url');
      if (!isWindowAddress(address)) throw new ServiceFailure('unexpected', 200);
      return address;
    },

    news: (afterSeq, signal) =>
      longPoll({
        clock,
        signal,
        isNews: ({ seq, closed }) => seq > afterSeq || closed,
        async ask(): Promise<PopupState> {
          const state = await callOnce({
            url: `${url}?after=${afterSeq}&wait=${pollSeconds}`,
            method: 'GET',
            bearer,
            signal,
            timeoutMs: pollSeconds * 1000 + afterPollMs,
          });
          if (isPopupState(state)) return state;
          throw new ServiceFailure('unexpected', 200);
        },
      }),

    async release(signal = new AbortController().signal) {
      const isNews = (answer: unknown) => answer !== undefined;
      await longPoll({
        clock,
        signal,
        isNews,
        async ask() {
          const answer = await callOnce({
            url: `${url}/release`,
            method: 'POST',
            bearer,
            keepalive: true,
            signal,
          });
          // A captive portal, such as a hotel's, has replied instead of the service.
          if (!isNews(answer)) throw new ServiceFailure('unexpected', 200);
          return answer;
        },
      }).catch(() => {
        // The session has ended, which the service tells the popup as well.
      });
    },
  };
}
