import { expect, vi } from 'vitest';
import { ServiceFailure } from '../session/service-failure.ts';
import { settle } from './fake-clock.ts';
import { deferred, storedCapture } from './fake-ports.ts';
import { type DrawnMode, livingFlow } from './living-flow.ts';
import { nothing } from './page-traces.ts';

type Flow = ReturnType<typeof livingFlow>;

/** What may happen to a flow. */
const ways = [
  'close()',
  'the user quits',
  'removed',
  'no network',
  'silence',
  'taken over',
  'away and back',
] as const;
type Way = (typeof ways)[number];

/** What the page hears of each; `…`: the flow goes on. Null: it cannot happen there. */
type Heard = Readonly<Record<Way, string | null>>;

const aborted = 'AbortError';
const offline = new ServiceFailure('unavailable', 0);
const takenOver = new ServiceFailure('taken-over', 409);

/** Stages of the way through a flow, in their order, with how to get to each from the one before. */
const steps: readonly { readonly moment: string; reach(flow: Flow): Promise<void>; readonly heard: Heard }[] =
  [
    {
      moment: 'before its code has arrived',
      reach: settle,
      heard: {
        'close()': aborted,
        'the user quits': null,
        removed: aborted,
        'no network': 'error unknown, The user interface could not be loaded.',
        silence: 'Failed to initialize client: 0 Network Error',
        'taken over': 'Failed to initialize client: 409 Conflict',
        'away and back': 'opened …',
      },
    },
    {
      moment: 'while the service answers',
      async reach({ gates }) {
        gates().shell.resolve();
        await settle();
      },
      heard: {
        'close()': aborted,
        'the user quits': null,
        removed: aborted,
        'no network': 'Failed to initialize client: 0 Network Error',
        silence: 'Failed to initialize client: 0 Network Error',
        'taken over': 'Failed to initialize client: 409 Conflict',
        'away and back': 'opened …',
      },
    },
    {
      moment: 'at the welcome, the rest on its way',
      async reach({ answer, pass }) {
        answer();
        await settle();
        await pass();
      },
      heard: {
        'close()': 'opened, closed',
        'the user quits': 'opened, cancelled, closed',
        removed: 'opened, closed',
        'no network': 'opened, started, error error_code_4 …',
        silence: 'opened, started, error error_code_4 …',
        'taken over': 'opened, error unknown …',
        'away and back': 'opened …',
      },
    },
    {
      moment: 'at the welcome',
      async reach({ gates }) {
        gates().rest.resolve();
        await settle();
      },
      heard: {
        'close()': 'opened, closed',
        'the user quits': 'opened, cancelled, closed',
        removed: 'opened, closed',
        'no network': 'opened …',
        silence: 'opened …',
        'taken over': 'opened, error unknown …',
        'away and back': 'opened …',
      },
    },
    {
      moment: 'while the camera starts',
      async reach({ press, capture }) {
        capture.kit.camera.open.mockImplementationOnce(() => deferred<never>().promise);
        await press('Begin');
        await press('Open the camera');
      },
      heard: goesOnAfterBegin(),
    },
    {
      moment: 'in front of the camera',
      async reach({ press }) {
        // The one that started is given up with its screen; this one opens.
        await press('Go back');
        await press('Open the camera');
      },
      heard: goesOnAfterBegin(),
    },
    {
      moment: 'at the picture',
      reach: ({ press }) => press('Take the picture'),
      heard: goesOnAfterBegin(),
    },
    {
      moment: 'asked whether to leave',
      async reach({ press, has }) {
        await press('Close');
        expect(has('Leave')).toBe(true);
      },
      heard: goesOnAfterBegin(),
    },
    {
      moment: 'during the upload',
      async reach({ press }) {
        await press('Stay here');
        await press('Use this picture');
      },
      heard: goesOnAfterBegin(),
    },
    {
      moment: 'while the checks run',
      async reach({ gates, pass }) {
        gates().upload.resolve(storedCapture('front'));
        await pass();
      },
      heard: {
        'close()': 'opened, started, closed',
        'the user quits': 'opened, started, completed pending, closed',
        removed: 'opened, started, closed',
        'no network': 'opened, started, completed pending …',
        silence: 'opened, started, completed pending …',
        'taken over': 'opened, started, error unknown …',
        'away and back': 'opened, started …',
      },
    },
    {
      moment: 'at the retry',
      async reach({ askAgain, pass, has }) {
        askAgain();
        await pass();
        expect(has('Take a new picture')).toBe(true);
      },
      heard: goesOnAfterBegin(),
    },
    {
      moment: 'at the result',
      async reach({ finish, pass }) {
        finish();
        await pass();
      },
      heard: {
        'close()': 'opened, started, completed success, closed',
        'the user quits': 'opened, started, completed success, closed',
        removed: 'opened, started, completed success, closed',
        'no network': 'opened, started, completed success …',
        silence: 'opened, started, completed success …',
        'taken over': 'opened, started, completed success …',
        'away and back': 'opened, started, completed success …',
      },
    },
  ];

function goesOnAfterBegin(): Heard {
  return {
    'close()': 'opened, started, closed',
    'the user quits': 'opened, started, cancelled, closed',
    removed: 'opened, started, closed',
    'no network': 'opened, started …',
    silence: 'opened, started …',
    'taken over': 'opened, started, error unknown …',
    'away and back': 'opened, started …',
  };
}

/** Does to a flow at a moment what may happen to it. */
const happen: Readonly<Record<Way, (flow: Flow, moment: number) => Promise<void>>> = {
  async 'close()'({ close }) {
    await close();
    await settle();
  },
  async 'the user quits'({ press, has }) {
    await press('Close');
    if (has('Leave')) await press('Leave');
  },
  async removed({ root, box, gates, answer, pass }) {
    (root()?.host ?? box).remove();
    await pass();
    // What was only asked for arrives all the same.
    gates().shell.resolve();
    answer();
    await pass();
  },
  async 'no network'({ gates, press, has, failPoll, service, capture, clock, pass }, moment) {
    const { shell, init, rest } = gates();
    for (const gate of [shell, init, rest].slice(moment)) gate.reject(new TypeError('Failed to fetch'));
    if (moment === 2) await press('Begin');
    service.upload.mock.calls[0]?.[3].onConnection?.(true);
    failPoll(offline);
    // Retries of the start end within 8 s, waiting for the checks after 20 s; the camera's frames need no such time.
    await clock.advance(moment < 2 ? 8_000 : capture.openFeeds().length > 0 ? 1_000 : 20_000);
    await pass();
    if (service.upload.mock.calls.length > 0) expect(has('Close')).toBe(true);
  },
  // Nothing is refused, and nothing comes any more: connections that stay open.
  async silence({ press, service, has, capture, clock, pass }, moment) {
    if (moment === 2) await press('Begin');
    // A start waits 20 s for its answer, whoever has begun three times 20 s for code; the camera's frames need no such time.
    const seconds = capture.openFeeds().length > 0 ? 1 : 64;
    for (let passed = 0; passed < seconds; passed++) {
      await clock.advance(1_000);
      vi.advanceTimersByTime(1_000);
    }
    await pass();
    if (service.upload.mock.calls.length > 0) expect(has('Close')).toBe(true);
  },
  async 'taken over'({ gates, answer, failPoll, capture, pass }) {
    answer(409);
    gates().rest.resolve();
    await settle();
    failPoll(takenOver);
    await pass();
    expect(capture.openFeeds()).toEqual([]);
  },
  async 'away and back'({ gates, answer, capture, pass }) {
    const isOn = capture.openFeeds().length;
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    await pass();
    expect(capture.openFeeds()).toEqual([]);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    gates().shell.resolve();
    answer();
    await pass();
    expect(capture.openFeeds().length).toBeGreaterThanOrEqual(isOn);
  },
};

const clean = { ...nothing, cameras: 0, analyses: [], addresses: [], sleepers: 0, requests: 0 };

/** One way at one moment, and what the page hears then. */
export interface Cell {
  readonly title: string;
  readonly way: Way;
  readonly heard: string;
  /** Which of the moments it is. */
  readonly at: number;
}

/** All that may happen, at all moments that it can happen at. */
export function lifeCycleCells(mode: DrawnMode): Cell[] {
  return steps.flatMap(({ moment, heard }, at) =>
    ways.flatMap((way) => {
      const expected = heard[way];
      // What has not been drawn cannot be removed, but for what it would be drawn into.
      const cannot = expected === null || (mode === 'fullscreen' && way === 'removed' && at < 2);
      return cannot ? [] : [{ title: `${moment}, ${way}: ${expected}`, way, heard: expected, at }];
    }),
  );
}

/** Walks to the moment, lets it happen, and expects what the page hears, that nothing is left, and that a new start works. */
export async function expectLifeCycle(mode: DrawnMode, { way, heard, at }: Cell): Promise<void> {
  const flow = livingFlow(mode);
  try {
    let refusal: Error | null = null;
    const starting = flow.start().catch((error: Error) => {
      refusal = error;
    });
    for (const { reach } of steps.slice(0, at + 1)) await reach(flow);

    await happen[way](flow, at);
    const { name, message } = refusal ?? { name: '', message: '' };
    const told = [...flow.events, ...(refusal ? [name === aborted ? name : message] : [])];
    const goesOn = flow.root() !== null;
    expect(told.join(', ') + (goesOn ? ' …' : '')).toBe(heard);

    if (goesOn) {
      await flow.close();
      expect(flow.events.at(-1)).toBe('closed');
    }
    await starting;
    if (!flow.box.isConnected) document.body.append(flow.box);
    await settle();
    expect(flow.left()).toEqual(clean);

    flow.openGates();
    await flow.start();
    expect(flow.events.at(-1)).toBe('opened');
    await flow.close();
  } finally {
    flow.stop();
  }
}
