/** Does work that has the same name one after the other, in the order in which it came, whatever became of the work before. */
export type InOrder = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Runs work with one name in order. A name is forgotten once its work is done. */
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
