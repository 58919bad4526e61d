import { expect } from 'vitest';
import { settle } from './fake-clock.ts';
import { deferred, storedCapture } from './fake-ports.ts';
import type { Incident } from './flow-incidents.ts';
import type { livingFlow } from './living-flow.ts';

type Flow = ReturnType<typeof livingFlow>;

/** Events that the page receives, by incident; `…`: the flow continues. Null: the incident cannot happen there. */
type Heard = Readonly<Record<Incident, string | null>>;

/** Name of the error that `start` rejects with if the flow is closed before it has opened. */
export const aborted = 'AbortError';

/** Moments of a flow in order, each with how to reach it from the previous one. */
export const moments: readonly {
  readonly moment: string;
  reach(flow: Flow): Promise<void>;
  readonly heard: Heard;
}[] = [
  {
    moment: 'before its code has loaded',
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
    moment: 'at the welcome, while the rest loads',
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
    moment: 'at the camera',
    async reach({ press }) {
      // Leaves the camera of the previous moment, which never opens; this one opens.
      await press('Go back');
      await press('Open the camera');
    },
    heard: goesOnAfterBegin(),
  },
  {
    moment: 'at the review of the picture',
    reach: ({ press }) => press('Take the picture'),
    heard: goesOnAfterBegin(),
  },
  {
    moment: 'at the question whether to leave',
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
