import { describe, expect, it } from 'vitest';
import { StateWatch } from './state-watch.ts';

const never = new AbortController().signal;

describe('StateWatch', () => {
  it('does not miss a change between listening and waiting', async () => {
    const watch = new StateWatch();
    const change = watch.listen('one');
    watch.notify('one');
    await change.wait(60_000, never);
    expect(watch.size).toBe(0);
  });

  it('wakes only waiters of the execution that changed', async () => {
    const watch = new StateWatch();
    const one = watch.listen('one').wait(60_000, never);
    const other = watch.listen('other');
    watch.notify('one');
    await one;
    expect(watch.size).toBe(1);
    other.stop();
    expect(watch.size).toBe(0);
  });

  it('wakes all waiters when the service stops, and makes later waits return at once', async () => {
    const watch = new StateWatch();
    const waiting = [watch.listen('one').wait(60_000, never), watch.listen('two').wait(60_000, never)];
    watch.close();
    await Promise.all(waiting);
    await watch.listen('three').wait(60_000, never);
    expect(watch.size).toBe(0);
  });

  it('returns at once if the client has already disconnected', async () => {
    await new StateWatch().listen('one').wait(60_000, AbortSignal.abort());
  });
});
