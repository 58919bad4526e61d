/** Runs tasks with the same name one after the other, in the order of the calls, even if an earlier task failed. */
export type InOrder = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue per name. A name is forgotten once its tasks are done. */
export function createInOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    last.set(name, done);
    const forget = () => {
      if (last.get(name) === done) last.delete(name);
    };
    done.then(forget, forget);
    return done;
  };
}
