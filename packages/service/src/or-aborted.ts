/**
 * Settles as the work does, or rejects with the signal's reason as soon as it aborts: for work that may ignore its signal and
 * must not hold up whoever waits for it. The work itself goes on unheard.
 */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
