// @vitest-environment jsdom
import { signal } from '@preact/signals';
import { act } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Screen } from '../flow/screen.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import type { TimeLimit } from '../session/time-limit.ts';
import { type DrawnFlow, drawFlow } from '../testing/draw-flow.tsx';
import { spokenInEnglish } from '../testing/english.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { type Deferred, deferred } from '../testing/fake-ports.ts';
import { fakeView } from '../testing/flow-view.ts';
import { fetchTimeLimit, type TimeLimitCode } from './fetch-time-limit.ts';
import type { TimeKeeperOptions } from './keep-time.ts';
import { openTimeLimit } from './time-limit.tsx';
import { warnAheadMs } from './time-warning.ts';
import { twoSentences } from './two-sentences.ts';

const minuteMs = 60_000;
const instruct: Screen = {
  kind: 'instruct',
  document: 'PASSPORT',
  side: 'front',
  sides: 1,
  fileAllowed: true,
};
const camera: Screen = { ...instruct, kind: 'camera' };

let flow: DrawnFlow;
let end: AbortController;
afterEach(() => {
  flow.remove();
  end.abort();
});

/** Draws a flow with a time limit; an hour is left. */
async function draw({
  extendable = true,
  leftMs = 60 * minuteMs,
  screen = instruct,
  load = vi.fn<() => Promise<TimeLimitCode>>(async () => ({ openTimeLimit })),
  loadTexts = async () => {},
} = {}) {
  const clock = fakeClock();
  const limit = signal<TimeLimit | null>({ deadline: 'first', endsAtMs: leftMs, extendable });
  const answers: Deferred<void>[] = [];
  const extend = vi.fn<TimeKeeperOptions['extend']>(() => {
    const answer = deferred<void>();
    answers.push(answer);
    return answer.promise;
  });
  end = new AbortController();
  const view = fakeView(screen, { stream: {} as MediaStream, hint: 'looking' });
  const interruption = fetchTimeLimit({ limit, extend, clock, signal: end.signal }, load);
  flow = await drawFlow(view, { interruption, language: { ...spokenInEnglish(), loadTexts } });
  const pass = (ms: number) => act(() => clock.advance(ms));
  const tell = (members: Partial<TimeLimit> | null) =>
    act(() => {
      limit.value = members && { deadline: 'first', endsAtMs: leftMs, extendable, ...members };
    });
  const settleAsked = (settle: (answer: Deferred<void>) => void) =>
    act(async () => {
      settle(answers.at(-1)!);
      await clock.advance(0);
    });
  return { clock, pass, tell, extend, view, load, settleAsked };
}

const dialog = () => flow.root.querySelector('[role=alertdialog]');
const words = (id: string) => flow.root.getElementById(id)?.textContent;
const buttons = () => [...(dialog()?.querySelectorAll('button') ?? [])].map((button) => button.textContent);
const press = (name: string) => act(() => flow.button(name).click());

describe('the warning', () => {
  it.each([
    ['Less than a minute is left.', 'Please go on now.', 'Less than a minute is left. Please go on now.'],
    ['剩余不到一分钟。', '请立即继续。', '剩余不到一分钟。请立即继续。'],
  ])('joins two sentences as their language requires: %s', async (one, other, text) => {
    await draw();
    expect(twoSentences(one, other)).toBe(text);
  });

  it('shows the warning at least two minutes before the deadline, and not long before', {
    tags: ['DRUN-33', 'DACC-12'],
  }, async () => {
    const { pass } = await draw();
    await pass(60 * minuteMs - warnAheadMs - 1);
    expect(dialog()).toBeNull();
    await pass(1);
    expect(warnAheadMs).toBeGreaterThanOrEqual(2 * minuteMs);
    expect(words('vo-dialog-title')).toBe('Your time is nearly over');
    expect(words('vo-dialog-text')).toMatch(/^About 2 minutes are left\. You can have more time\./);
    expect(buttons()).toEqual(['I need more time', 'Go on']);
  });

  it('updates the minutes without announcing them again', async () => {
    const { pass } = await draw({ leftMs: warnAheadMs });
    await pass(0);
    const alert = dialog();
    await pass(minuteMs);
    expect(words('vo-dialog-text')).toMatch(/^About 1 minute is left\./);
    await pass(minuteMs);
    expect(words('vo-dialog-text')).toMatch(/^Less than a minute is left\./);
    await pass(10 * minuteMs);
    expect(words('vo-dialog-text')).toMatch(/^Less than a minute is left\./);
    expect(dialog()).toBe(alert);
    expect(alert?.closest('[aria-live]')).toBeNull();
    expect(alert?.querySelector('[role=alert]')?.textContent).toBe('');
  });

  it('gives the focus to the warning as an alert, and returns it', { tags: ['DACC-12'] }, async () => {
    const { pass } = await draw({ leftMs: warnAheadMs + minuteMs });
    flow.button('Open the camera').focus();
    await pass(minuteMs);
    expect(dialog()?.getAttribute('aria-labelledby')).toBe('vo-dialog-title');
    expect(dialog()?.getAttribute('aria-describedby')).toBe('vo-dialog-text');
    expect(flow.root.activeElement).toBe(flow.button('I need more time'));
    press('Go on');
    expect(dialog()).toBeNull();
    expect(flow.root.activeElement).toBe(flow.button('Open the camera'));
  });

  it('gives the focus to the heading of a screen that has appeared meanwhile', async () => {
    const { pass, view } = await draw({ leftMs: warnAheadMs + minuteMs });
    flow.button('Open the camera').focus();
    await pass(minuteMs);
    act(() => {
      view.screen.value = { kind: 'upload', progress: null, offline: false };
    });
    expect(dialog()).not.toBeNull();
    press('Go on');
    expect(flow.root.activeElement?.tagName).toBe('H1');
  });

  it('leaves the camera on during the warning, and only suppresses announcements of its hints', {
    tags: ['DACC-12'],
  }, async () => {
    const { pass, view } = await draw({ screen: camera, leftMs: warnAheadMs + minuteMs });
    const polite = () => flow.root.querySelector('[aria-live=polite]')?.textContent;
    expect(polite()).toBe('Place it inside the frame');
    await pass(minuteMs);
    expect(polite()).toBe('');
    expect(flow.root.querySelector('video')).not.toBeNull();
    expect(view.asked).toEqual([]);
  });

  it('only announces a deadline that cannot be extended', { tags: ['DRUN-33'] }, async () => {
    const { pass } = await draw({ extendable: false, leftMs: warnAheadMs });
    await pass(0);
    expect(words('vo-dialog-text')).toBe(
      'About 2 minutes are left. Please go on now. After that this check ends.',
    );
    expect(buttons()).toEqual(['Go on']);
  });

  it('closes the warning on Escape, without asking to quit', async () => {
    const { pass, view } = await draw({ leftMs: warnAheadMs });
    await pass(0);
    act(() => {
      dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    expect(dialog()).toBeNull();
    expect(view.asked).toEqual([]);
  });

  it('shows the warning before the question whether to quit, which waits', async () => {
    const { pass, view } = await draw({ leftMs: warnAheadMs + minuteMs });
    act(() => {
      view.quitAsked.value = true;
    });
    expect(buttons()).toEqual(['Stay here', 'Leave']);
    await pass(minuteMs);
    expect(buttons()).toEqual(['I need more time', 'Go on']);
    expect(flow.root.activeElement).toBe(flow.button('I need more time'));
    press('Go on');
    expect(buttons()).toEqual(['Stay here', 'Leave']);
    expect(flow.root.querySelector('.scene')?.hasAttribute('inert')).toBe(true);
  });

  it('shows the warning once, and again before the next deadline', async () => {
    const { pass, tell } = await draw({ leftMs: warnAheadMs });
    await pass(0);
    press('Go on');
    tell({ endsAtMs: warnAheadMs + 5 });
    await pass(minuteMs);
    expect(dialog()).toBeNull();
    tell({ deadline: 'second', endsAtMs: minuteMs + warnAheadMs + minuteMs });
    await pass(minuteMs - 1);
    expect(dialog()).toBeNull();
    await pass(1);
    expect(dialog()).not.toBeNull();
  });

  it('closes the warning when the flow no longer awaits the user', async () => {
    const { pass, tell } = await draw({ leftMs: warnAheadMs });
    await pass(0);
    tell(null);
    expect(dialog()).toBeNull();
  });

  it('shows the warning again before the same deadline only if it was not answered', async () => {
    const { pass, tell } = await draw({ leftMs: warnAheadMs });
    await pass(0);
    tell(null);
    tell({});
    expect(dialog()).not.toBeNull();
    press('Go on');
    tell(null);
    tell({});
    await pass(minuteMs);
    expect(dialog()).toBeNull();
  });

  it('shows the warning for a deadline in thirty days only on the last day', async () => {
    const { pass, clock } = await draw({ leftMs: 30 * 24 * 60 * minuteMs });
    const slept = vi.spyOn(clock, 'sleep');
    await pass(3 * minuteMs);
    await pass(29 * 24 * 60 * minuteMs);
    expect(dialog()).toBeNull();
    // A browser's timer fires immediately for longer delays than this.
    expect(Math.max(...slept.mock.calls.map(([ms]) => ms))).toBeLessThan(2 ** 31);
    await pass(24 * 60 * minuteMs);
    expect(dialog()).not.toBeNull();
  });
});

describe('extension of the time', () => {
  async function asking() {
    const drawn = await draw({ leftMs: warnAheadMs });
    await drawn.pass(0);
    press('I need more time');
    return drawn;
  }

  it('sends one request, and closes the warning when it is granted', { tags: ['DACC-12'] }, async () => {
    const { extend, tell, settleAsked } = await asking();
    expect(flow.button('I need more time').getAttribute('aria-busy')).toBe('true');
    press('I need more time');
    expect(extend).toHaveBeenCalledTimes(1);
    tell({ deadline: 'second', endsAtMs: 60 * minuteMs });
    await settleAsked((answer) => answer.resolve());
    expect(dialog()).toBeNull();
  });

  it('reports a lost connection while it retries', async () => {
    const { extend } = await asking();
    const trouble = () => dialog()?.querySelector('[role=alert]')?.textContent;
    act(() => extend.mock.calls[0]?.[0].onConnection?.(true));
    expect(trouble()).toBe('You are offline. We go on as soon as the connection is back.');
    act(() => extend.mock.calls[0]?.[0].onConnection?.(false));
    expect(trouble()).toBe('');
  });

  it('reports that more time was not granted, and allows a retry', async () => {
    const { extend, settleAsked } = await asking();
    await settleAsked((answer) => answer.reject(new ServiceFailure('unavailable', 503)));
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe('That did not work. Please try again.');
    press('I need more time');
    expect(extend).toHaveBeenCalledTimes(2);
  });

  it('removes the button for more time when the last extension was granted', async () => {
    const { tell, settleAsked } = await asking();
    tell({ extendable: false });
    await settleAsked((answer) => answer.resolve());
    expect(buttons()).toEqual(['Go on']);
  });
});

describe('code of the warning', () => {
  it('loads the code of the warning only for users who stay for a minute', async () => {
    const { pass, load } = await draw();
    await pass(minuteMs - 1);
    expect(load).not.toHaveBeenCalled();
    await pass(1);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('retries until the code of the warning has loaded', async () => {
    const load = vi.fn<() => Promise<TimeLimitCode>>(async () => ({ openTimeLimit }));
    for (let failures = 0; failures < 4; failures++) load.mockRejectedValueOnce(new Error('offline'));
    const { pass } = await draw({ leftMs: warnAheadMs, load });
    await pass(0);
    expect(dialog()).toBeNull();
    await pass(10_000);
    expect(dialog()).not.toBeNull();
  });

  it('shows no warning before its texts have loaded', async () => {
    const words = deferred<void>();
    const { pass } = await draw({ leftMs: warnAheadMs, loadTexts: () => words.promise });
    await pass(0);
    expect(dialog()).toBeNull();
    words.resolve();
    await pass(0);
    expect(dialog()).not.toBeNull();
  });

  it('leaves neither dialog nor timer when the flow ends', async () => {
    const { pass, clock } = await draw({ leftMs: warnAheadMs });
    await pass(0);
    act(() => end.abort());
    await pass(0);
    expect(dialog()).toBeNull();
    expect(clock.sleeping()).toBe(0);
  });
});
