import type { CaptureSlot } from '@vendor/contract';
import { withTimeout } from '../session/load-timeouts.ts';
import type { Attempt, Call, Clock, Service } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { clientAddress } from './client-address.ts';
import type { WatchedCall } from './explain-failure.ts';
import { failureOf } from './failure-of.ts';
import { createFarewell, type SessionAddress } from './farewell.ts';
import { isStoredCapture } from './guard-parts.ts';
import { isClientState } from './guards.ts';
import { type ApiRequest, callOnce } from './request.ts';
import { lostPauseMs, retry, userRetryLimits } from './retry.ts';
import { type ShrinkPicture, smallPictureBytes } from './uploads/small-picture.ts';

/** Time that a poll may take beyond its wait, in ms. */
const afterPollMs = 10_000;

/** Address and key of the session, and the clock for retries. */
export interface ServiceClientOptions extends SessionAddress {
  readonly clock: Clock;
  readonly shrinkPicture?: ShrinkPicture | undefined;
}

/** Creates the HTTP client of the service, with retries, upload progress and checked answers. */
export function createServiceClient({
  baseAddress,
  sessionKey,
  clock,
  shrinkPicture,
}: ServiceClientOptions): Service {
  const address = (path: string) => clientAddress(baseAddress, path);
  const stepAddress = ({ stepId, attempt }: Attempt, path: string) =>
    address(`steps/${encodeURIComponent(stepId)}/attempts/${attempt}/${path}`);

  const call = async (request: Omit<ApiRequest, 'bearer'>) =>
    assertAnswer(isClientState, await callOnce({ ...request, bearer: sessionKey }));

  const callWithRetry = <T>(attempt: () => Promise<T>, { signal, onConnection }: Call, maxCuts?: number) => {
    const watched: WatchedCall = { baseAddress, signal, maxCuts, cuts: 0, offline: true };
    const explain = (failure: unknown) =>
      withTimeout(importExplanation(), clock, signal).then(
        ({ explainFailure }) => explainFailure(failure, watched),
        () => Promise.reject(failure),
      );
    return retry(() => attempt().catch(explain), {
      limits: userRetryLimits,
      clock,
      signal,
      onConnection: (failure) => onConnection?.(failure !== undefined && watched.offline),
    });
  };

  const route = { isNarrow: false, wasLost: false, isTold: false };

  /** Creates a call without a body that is answered by the state. */
  const createCall =
    (path: string, method: ApiRequest['method'] = 'POST'): Service['begin'] =>
    (options) =>
      callWithRetry(() => call({ url: address(path), method, signal: options.signal }), options);

  return {
    begin: createCall('begin'),
    extend: createCall('extend'),
    stateNow: createCall('state?after=0&wait=0', 'GET'),

    async upload(attempt, side, picture, options) {
      const { signal, onProgress, isVirtual } = options;
      const url = stepAddress(attempt, `captures/${side}${isVirtual ? '?camera=virtual' : ''}`);
      const send = (capture: Blob, maxCuts?: number) =>
        callWithRetry(
          async () => {
            const upload = { url, bearer: sessionKey, picture: capture, onProgress, signal };
            return assertAnswer(isStoredCapture, await (await importUpload()).putCaptureOnce(upload));
          },
          options,
          maxCuts,
        );
      const isLarge = /^image/.test(picture.type) && picture.size > smallPictureBytes;
      let cut: unknown;
      if (!isLarge || !route.isNarrow) {
        try {
          // A large picture that was cut off once is sent again only in a smaller version.
          return await send(picture, isLarge ? 1 : maxCutsOf(side));
        } catch (failure) {
          cut = failure;
          if (!(failure instanceof ServiceFailure) || failure.kind !== 'blocked') throw failure;
          // A change of networks would interrupt an immediate retry as well.
          if (isLarge && !failure.status) await clock.sleep(lostPauseMs, signal);
        }
      }
      const { sendSmaller } = await importUpload();
      return sendSmaller({ picture, isLarge, send, shrinkPicture, cut, route });
    },

    answer: (attempt, answers, options) => {
      const url = stepAddress(attempt, 'answers');
      const { signal } = options;
      const request = { url, bearer: sessionKey, answers, signal };
      return callWithRetry(
        async () => assertAnswer(isClientState, await (await loadAnswers()).postAnswersOnce(request)),
        options,
      );
    },

    submit: (attempt, submission, options) => {
      const request = { url: stepAddress(attempt, 'submit'), method: 'POST', body: submission } as const;
      return callWithRetry(() => call({ ...request, signal: options.signal }).catch(throwOutOfStep), options);
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

/**
 * Returns the number of cut attempts after which an upload counts as blocked. Selfie frames are small and have no alternative,
 * so they are retried like small requests. Videos are optional evidence.
 */
function maxCutsOf(slot: CaptureSlot): number | undefined {
  if (slot === 'selfie-video') return 3;
  return slot.startsWith('selfie') ? undefined : 2;
}

/**
 * Loads the upload code, before a picture is taken that would be lost without it, and prefetches the code that explains
 * failures.
 */
export async function importUpload() {
  importExplanation().catch(() => {
    // Loaded again when a request fails.
  });
  const [{ putCaptureOnce, loadDigest }, { sendSmaller }] = await Promise.all([
    import('./uploads/put-capture.ts'),
    import('./uploads/send-smaller.ts'),
  ]);
  return { putCaptureOnce, loadDigest, sendSmaller };
}

const importExplanation = () => import('./explain-failure.ts');

/** Loads the code that sends answers; a failure counts as a lost connection and is retried. */
function loadAnswers(): Promise<typeof import('./post-answers.ts')> {
  return import('./post-answers.ts').catch(() => {
    // Distinguished by this code from a request that was cut off.
    throw failureOf(0, 'NOT_LOADED');
  });
}

/** Turns a 400 into `out-of-step`: the service does not have the named captures, so a retry would not help. */
function throwOutOfStep(failure: ServiceFailure): never {
  throw failure.status === 400 ? new ServiceFailure('out-of-step', 400) : failure;
}

/** Returns an answer that passes its guard, and throws otherwise. */
function assertAnswer<T>(isAnswer: (data: unknown) => data is T, data: unknown): T {
  if (isAnswer(data)) return data;
  throw new ServiceFailure('unexpected', 200);
}
