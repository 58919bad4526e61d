/** Wakes waiters in this process when an execution changes. Changes by other instances arrive through `instances/channel`. */
export class StateWatch {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #listeners = new Set<(executionId: string) => void>();
  #closed = false;

  /** Calls a listener with the id of every execution that changes. */
  listenToAll(listener: (executionId: string) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Starts listening at once, so that a change between this call and the wait is not missed.
   *
   * @returns `wait`, which resolves on a change, after `timeoutMs`, or when the signal aborts; and `stop`, which must always be
   *   called.
   */
  listen(executionId: string): { wait(timeoutMs: number, signal: AbortSignal): Promise<void>; stop(): void } {
    let wake: () => void = () => {};
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const stop = () => this.#forget(executionId, wake);
    if (this.#closed) wake();
    else this.#remember(executionId, wake);
    const wait = async (timeoutMs: number, signal: AbortSignal) => {
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener('abort', wake, { once: true });
      if (signal.aborted) wake();
      try {
        await changed;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        stop();
      }
    };
    return { wait, stop };
  }

  /** Wakes all waiters of an execution. Must be called after the change is committed. */
  notify(executionId: string): void {
    this.#wake(executionId);
    for (const listener of this.#listeners) listener(executionId);
  }

  /** Wakes all waiters, and makes later waits return at once, because the service is stopping. */
  close(): void {
    this.#closed = true;
    for (const executionId of this.#waiting.keys()) this.#wake(executionId);
  }

  /** Ids of executions that have waiters. */
  waitingIds(): string[] {
    return [...this.#waiting.keys()];
  }

  /** Number of waiters. */
  get size(): number {
    return [...this.#waiting.values()].reduce((sum, wakers) => sum + wakers.size, 0);
  }

  #wake(executionId: string): void {
    for (const wake of this.#waiting.get(executionId) ?? []) wake();
  }

  #remember(executionId: string, wake: () => void): void {
    const wakers = this.#waiting.get(executionId) ?? new Set();
    this.#waiting.set(executionId, wakers.add(wake));
  }

  #forget(executionId: string, wake: () => void): void {
    const wakers = this.#waiting.get(executionId);
    wakers?.delete(wake);
    if (wakers?.size === 0) this.#waiting.delete(executionId);
  }
}
