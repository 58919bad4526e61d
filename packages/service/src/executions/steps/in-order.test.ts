import { describe, expect, it } from 'vitest';
import { createInOrder } from './in-order.ts';

/** Creates a task that ends when the test says so. */
function work(log: string[], name: string) {
  let end = (_?: Error) => {};
  const done = new Promise<string>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve(name));
  });
  const begin = () => {
    log.push(name);
    return done;
  };
  return { begin, end };
}

describe('tasks in order', () => {
  it('runs tasks with one name in order, and others concurrently', async () => {
    const log: string[] = [];
    const inOrder = createInOrder();
    const [first, second, other] = ['first', 'second', 'other'].map((name) => work(log, name)) as [
      ReturnType<typeof work>,
      ReturnType<typeof work>,
      ReturnType<typeof work>,
    ];
    const results = [inOrder('a', first.begin), inOrder('a', second.begin), inOrder('b', other.begin)];
    other.end();
    await results[2];
    expect(log).toEqual(['first', 'other']);
    first.end();
    expect(await results[0]).toBe('first');
    second.end();
    expect(await results[1]).toBe('second');
    expect(log).toEqual(['first', 'other', 'second']);
  });

  it('continues after a failed task, and rejects only that one', async () => {
    const log: string[] = [];
    const inOrder = createInOrder();
    const [first, second] = [work(log, 'first'), work(log, 'second')];
    const failed = inOrder('a', first.begin);
    const next = inOrder('a', second.begin);
    first.end(new Error('broken'));
    second.end();
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('second');
    expect(await inOrder('a', async () => 'third')).toBe('third');
  });
});
