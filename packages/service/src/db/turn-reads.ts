/**
 * Shares what is read of the database among the requests of one turn of the event loop: those that wait for a commit come in
 * together, mostly with the same key and workflow. What another process commits meanwhile counts from the next turn on.
 */
export class TurnReads {
  readonly #found: Map<string, unknown>[] = [];
  #ends = false;

  /**
   * Reads each name once in a turn.
   *
   * @param find - its result must not be changed.
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
    if (this.#ends) return;
    this.#ends = true;
    setImmediate(() => {
      this.#ends = false;
      this.forget();
    });
  }
}
