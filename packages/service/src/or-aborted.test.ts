import { describe, expect, it } from 'vitest';
import { orAborted } from './or-aborted.ts';

const never = new Promise<never>(() => {});

describe('orAborted', () => {
  it('settles as the work does', async () => {
    const { signal } = new AbortController();
    expect(await orAborted(Promise.resolve(7), signal)).toBe(7);
    await expect(orAborted(Promise.reject(new Error('no way')), signal)).rejects.toThrow('no way');
  });

  it('rejects with the reason of a signal that aborts earlier or while waiting', async () => {
    const controller = new AbortController();
    const waiting = orAborted(never, controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(orAborted(never, controller.signal)).rejects.toThrow('enough');
  });

  it('ignores work that fails after the signal aborts', async () => {
    const controller = new AbortController();
    const { promise, reject } = withReject();
    const waiting = orAborted(promise, controller.signal);
    controller.abort(new Error('enough'));
    reject(new Error('too late'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

function withReject() {
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<never>((_, rejectIt) => {
    reject = rejectIt;
  });
  return { promise, reject };
}
