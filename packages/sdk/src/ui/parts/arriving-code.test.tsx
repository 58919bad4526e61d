// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useArrivingCode } from './arriving-code.ts';

type Load = () => Promise<() => string>;

function Probe({ load }: { readonly load: Load }) {
  const { code, isMissing } = useArrivingCode(load);
  return <p>{code ? code() : isMissing ? 'missing' : 'waiting'}</p>;
}

/** A loader that fails as often as told, then answers. */
function loaderThatFails(times: number) {
  let calls = 0;
  return vi.fn<Load>(async () => {
    calls += 1;
    if (calls <= times) throw new Error('offline');
    return () => 'arrived';
  });
}

const shown = () => document.querySelector('p')?.textContent;
const draw = (load: Load) => act(async () => void render(<Probe load={load} />));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('hands the code over once it has arrived', async () => {
  await draw(loaderThatFails(0));
  await pass(0);
  expect(shown()).toBe('arrived');
});

it('tries again twice before it calls the code missing', async () => {
  const load = loaderThatFails(3);
  await draw(load);
  await pass(500);
  expect([shown(), load.mock.calls.length]).toEqual(['waiting', 2]);
  await pass(1500);
  expect(load).toHaveBeenCalledTimes(3);
});

it('says that the code is missing, and tries on', async () => {
  const load = loaderThatFails(3);
  await draw(load);
  await pass(500 + 1500);
  expect(shown()).toBe('missing');
  await pass(5000);
  expect(shown()).toBe('arrived');
});

it('stops trying when its component is gone', async () => {
  const load = loaderThatFails(9);
  await draw(load);
  cleanup();
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});
