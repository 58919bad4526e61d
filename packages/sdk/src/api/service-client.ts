import type { Attempt, Call, Clock, Service } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { clientAddress } from './client-address.ts';
import { failureOf } from './failure-of.ts';
import { createFarewell, type SessionAddress } from './farewell.ts';
import { isClientState, isStoredCapture } from './guards.ts';
import { type ApiRequest, callOnce } from './request.ts';
import { retrying, userPatience } from './retry.ts';

/** How much longer than asked a poll may take, in ms. */
const afterPollMs = 10_000;

/** The session at the service, and the time its retries take. */
export interface ServiceClientOptions extends SessionAddress {
  readonly clock: Clock;
}

/** The service over HTTP: retries, progress, checked answers. */
export function createServiceClient({ baseAddress, sessionKey, clock }: ServiceClientOptions): Service {
  const address = (path: string) => clientAddress(baseAddress, path);
  const stepAddress = ({ stepId, attempt }: Attempt, path: string) =>
    address(`steps/${encodeURIComponent(stepId)}/attempts/${attempt}/${path}`);

  const call = async (request: Omit<ApiRequest, 'bearer'>) =>
    checked(isClientState, await callOnce({ ...request, bearer: sessionKey }));

  const patiently = <T>(attempt: () => Promise<T>, { signal, onConnection }: Call) =>
    retrying(attempt, { patience: userPatience, clock, signal, onConnection });

  /** What is asked for without a body, and answered by the state. */
  const act =
    (path: string, method: ApiRequest['method'] = 'POST'): Service['begin'] =>
    (asked) =>
      patiently(() => call({ url: address(path), method, signal: asked.signal }), asked);

  return {
    begin: act('begin'),
    extend: act('extend'),
    stateNow: act('state?after=0&wait=0', 'GET'),

    async upload(attempt, side, picture, asked) {
      const { signal, onProgress, isVirtual } = asked;
      const url = stepAddress(attempt, `captures/${side}${isVirtual ? '?camera=virtual' : ''}`);
      const upload = { url, bearer: sessionKey, picture, onProgress, signal };
      return patiently(
        async () => checked(isStoredCapture, await (await importUpload()).putCaptureOnce(upload)),
        asked,
      );
    },

    answer: (attempt, answers, asked) => {
      const url = stepAddress(attempt, 'answers');
      const { signal } = asked;
      const request = { url, bearer: sessionKey, answers, signal };
      return patiently(
        async () => checked(isClientState, await (await loadAnswers()).postAnswersOnce(request)),
        asked,
      );
    },

    submit: (attempt, submission, asked) => {
      const request = { url: stepAddress(attempt, 'submit'), method: 'POST', body: submission } as const;
      return patiently(() => call({ ...request, signal: asked.signal }).catch(tellUnlikeStored), asked);
    },

    state: (afterSeq, waitSeconds, signal) =>
      call({
        url: address(`state?after=${afterSeq}&wait=${waitSeconds}`),
        method: 'GET',
        signal,
        timeoutMs: waitSeconds * 1000 + afterPollMs,
      }),

    ...createFarewell({ baseAddress, sessionKey }),
  };
}

/** What uploads; it is there before any picture that could be lost for want of it. */
export const importUpload = (): Promise<typeof import('./put-capture.ts')> => import('./put-capture.ts');

/** Without a connection it comes as late as the answers would go. */
function loadAnswers(): Promise<typeof import('./post-answers.ts')> {
  return import('./post-answers.ts').catch(() => {
    throw failureOf(0);
  });
}

/** What a submission says of captures is not what the service has: sending it again would not help. */
function tellUnlikeStored(failure: ServiceFailure): never {
  throw failure.status === 400 ? new ServiceFailure('out-of-step', 400) : failure;
}

/** The answer, where it is one. */
function checked<T>(isAnswer: (data: unknown) => data is T, data: unknown): T {
  if (isAnswer(data)) return data;
  throw new ServiceFailure('unexpected', 200);
}
