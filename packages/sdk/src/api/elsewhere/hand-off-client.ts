import type { HandOffService } from '../../hand-off/ports.ts';
import type { Clock } from '../../session/ports.ts';
import { ServiceFailure } from '../../session/service-failure.ts';
import { clientAddress } from '../client-address.ts';
import type { SessionAddress } from '../farewell.ts';
import { callOnce } from '../request.ts';
import { type RetryLimits, retry, startRetryLimits } from '../retry.ts';
import { isHandOffOffer, isHandOffReturn } from './hand-off-guards.ts';

/** Retries for as long as a code is valid; no phone can claim it afterwards. */
const releaseRetryLimits: RetryLimits = { tries: Number.POSITIVE_INFINITY, withinMs: 10 * 60_000 };

/** Creates the HTTP client for a page that hands its flow to a phone. */
export function createHandOffClient({
  baseAddress,
  sessionKey: bearer,
  clock,
}: SessionAddress & { readonly clock: Clock }): HandOffService {
  const url = clientAddress(baseAddress, 'handoff');

  function ask<Answer>(
    path: string,
    body: unknown,
    isAnswer: (value: unknown) => value is Answer,
    signal: AbortSignal,
    isBackground = false,
    keepalive = false,
  ): Promise<Answer> {
    return retry(
      async () => {
        const answer = await callOnce({ url: url + path, method: 'POST', bearer, body, keepalive, signal });
        if (isAnswer(answer)) return answer;
        // A captive portal, such as a hotel's, has replied instead of the service. Retries if no user waits for the answer.
        if (isBackground) throw new ServiceFailure('unavailable', 0);
        throw new ServiceFailure('unexpected', 200);
      },
      { limits: isBackground ? releaseRetryLimits : startRetryLimits, clock, signal },
    );
  }

  return {
    offer: (look, signal) =>
      ask('', { look }, isHandOffOffer, signal).catch((failure) => {
        const isRefused = failure instanceof ServiceFailure && [400, 413].includes(failure.status);
        if (!isRefused) throw failure;
        console.warn('VendorOrchestration: theme and messages are too large or invalid, and are ignored.');
        return ask('', { look: { language: look.language } }, isHandOffOffer, signal);
      }),
    takeBack: (signal, isBackground) => ask('/take-back', undefined, isHandOffReturn, signal, isBackground),
    async release() {
      const { signal } = new AbortController();
      await ask('/take-back', undefined, isHandOffReturn, signal, true, true).catch(() => {
        // The session of both page and phone has ended, or the network was down for too long.
      });
    },
  };
}
