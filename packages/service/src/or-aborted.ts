/**
 * Settles as the work does, or rejects with the signal's reason as soon as it aborts. Frees the caller from work that may
 * ignore its signal; the work itself continues, and its result is ignored.
 */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
