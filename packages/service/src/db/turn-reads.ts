/**
 * Shares database reads among the requests of one turn of the event loop: requests that waited for a commit arrive together,
 * mostly with the same key and workflow. Commits of another process become visible in the next turn.
 */
export class TurnReads {
  readonly #found: Map<string, unknown>[] = [];
  #isEndScheduled = false;

  /**
   * Wraps a read so that each name is read once per turn.
   *
   * @param find - reads a name. Its result must not be modified.
   */
  share<Value extends object>(find: (name: string) => Value): (name: string) => Value {
    const found = new Map<string, Value>();
    this.#found.push(found);
    return (name) => {
      const known = found.get(name);
      if (known !== undefined) return known;
      const value = find(name);
      found.set(name, value);
      this.#endLater();
      return value;
    };
  }

  /** Clears the cache. Call it after each commit. */
  forget(): void {
    for (const found of this.#found) found.clear();
  }

  #endLater(): void {
    if (this.#isEndScheduled) return;
    this.#isEndScheduled = true;
    setImmediate(() => {
      this.#isEndScheduled = false;
      this.forget();
    });
  }
}
