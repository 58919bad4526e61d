// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { CameraProblem, Screen } from '../flow/screen.ts';
import type { LiveView } from '../session/view.ts';
import { type DrawnFlow, drawFlow } from '../testing/draw-flow.tsx';
import { type FakeView, fakeView } from '../testing/flow-view.ts';

const passport = { document: 'PASSPORT', side: 'front', sides: 1, fileAllowed: true } as const;
const card = { document: 'NATIONAL_ID', sides: 2, fileAllowed: false } as const;

let flow: DrawnFlow;
async function show(screen: Screen, live: Partial<LiveView> = {}): Promise<FakeView> {
  const view = fakeView(screen, live);
  flow = await drawFlow(view);
  return view;
}
const press = (name: string) => act(() => flow.button(name).click());
const heading = () => flow.root.querySelector('h1')?.textContent;

/** Chooses a file, as in the browser's dialog. */
function choose(file: File): void {
  const input = flow.root.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  act(() => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

afterEach(() => flow.remove());

describe('the welcome', () => {
  it('names the requester, and begins', async () => {
    const view = await show({ kind: 'welcome', requester: 'Example Hire', resumed: false });
    expect(flow.text()).toContain('Example Hire asks you to confirm who you are.');
    press('Begin');
    expect(view.asked).toEqual([['begin']]);
  });

  it('shows the welcome without a requester’s name', async () => {
    await show({ kind: 'welcome', requester: '', resumed: false });
    expect(flow.text()).toContain('You are asked to confirm who you are.');
  });

  it('greets a user who resumes the flow', async () => {
    const view = await show({ kind: 'welcome', requester: 'Example Hire', resumed: true });
    expect(heading()).toBe('Welcome back');
    press('Continue');
    expect(view.asked).toEqual([['begin']]);
  });

  it('shows a requester’s name as plain text, whatever it contains', async () => {
    await show({ kind: 'welcome', requester: '<img src=x onerror=alert(1)>', resumed: false });
    expect(flow.root.querySelector('.lead img')).toBeNull();
    expect(flow.text()).toContain('<img src=x onerror=alert(1)> asks you');
  });
});

describe('the document choice', () => {
  it('offers exactly the documents that the step accepts, in their order', async () => {
    const view = await show({ kind: 'document-choice', documents: ['RESIDENT_PERMIT', 'PASSPORT'] });
    const titles = [...flow.root.querySelectorAll('.choice .point-title')].map(
      ({ textContent }) => textContent,
    );
    expect(titles).toEqual(['Residence permit', 'Passport']);
    act(() => flow.root.querySelectorAll<HTMLButtonElement>('.choice')[1]?.click());
    expect(view.asked).toEqual([['chooseDocument', 'PASSPORT']]);
  });
});

describe('the instructions', () => {
  it('explains the camera request before it opens the camera', async () => {
    const view = await show({ kind: 'instruct', ...passport });
    expect(flow.text()).toContain('Your browser will ask for the camera.');
    press('Open the camera');
    expect(view.asked).toEqual([['openCamera']]);
  });

  it('numbers the pictures of a document with two sides', async () => {
    await show({ kind: 'instruct', side: 'back', ...card });
    expect(flow.text()).toContain('Picture 2 of 2');
    expect(flow.text()).toContain('Turn it over and lay it flat again.');
  });

  it('does not number a single picture', async () => {
    await show({ kind: 'instruct', ...passport });
    expect(flow.text()).not.toContain('Picture 1');
  });

  it('accepts a file if the step allows it, even the same one twice', async () => {
    const view = await show({ kind: 'instruct', ...passport });
    const file = new File(['x'], 'passport.jpg', { type: 'image/jpeg' });
    choose(file);
    choose(file);
    expect(view.asked).toEqual([
      ['chooseFile', file],
      ['chooseFile', file],
    ]);
  });

  it('offers no file if the step allows none', async () => {
    await show({ kind: 'instruct', side: 'front', ...card });
    expect(flow.root.querySelector('input')).toBeNull();
  });
});

describe('the camera', () => {
  const stream = {} as MediaStream;
  const live = { stream, opened: stream };
  const camera: Screen = { kind: 'camera', ...passport };

  it('plays the stream and takes the picture', async () => {
    const view = await show(camera, live);
    expect(flow.root.querySelector('video')?.srcObject).toBe(stream);
    press('Take the picture');
    expect(view.asked).toEqual([['takePicture']]);
  });

  it('plays a stream before its first frame, and says that the camera is starting', async () => {
    await show(camera, { opened: stream });
    expect(flow.root.querySelector('video')?.srcObject).toBe(stream);
    expect(flow.root.textContent).toContain('Starting the camera');
    expect(flow.button('Take the picture').getAttribute('aria-disabled')).toBe('true');
  });

  it('disables the shutter until there is a picture, and while one is being taken', async () => {
    const view = await show(camera);
    expect(flow.button('Take the picture').getAttribute('aria-disabled')).toBe('true');
    act(() => {
      view.live.value = { ...view.live.value, ...live };
    });
    expect(flow.button('Take the picture').getAttribute('aria-disabled')).toBe('false');
    act(() => {
      view.live.value = { ...view.live.value, taking: true };
    });
    expect(flow.button('Take the picture').getAttribute('aria-disabled')).toBe('true');
  });

  it('releases the stream when the camera screen is left', async () => {
    const view = await show(camera, live);
    const video = flow.root.querySelector('video');
    act(() => {
      view.screen.value = { kind: 'processing', of: 'document', mayGoOn: false };
    });
    expect(video?.srcObject).toBeNull();
  });

  it('shows one hint, or asks for the picture if there is no analysis', async () => {
    const view = await show(camera, { ...live, hint: 'glare' });
    expect(flow.root.querySelector('.pill')?.textContent).toBe('Turn it away from the light');
    act(() => {
      view.live.value = { ...view.live.value, hint: null };
    });
    expect(flow.root.querySelector('.pill')?.textContent).toBe('Fit it into the frame and take the picture');
  });

  it('draws the detected outline in the picture’s own pixels', async () => {
    await show(camera, {
      ...live,
      widthPx: 1000,
      heightPx: 500,
      outline: [0.1, 0.2, 0.9, 0.2, 0.9, 0.8, 0.1, 0.8],
    });
    expect(flow.root.querySelector('.found')?.getAttribute('viewBox')).toBe('0 0 1000 500');
    expect(flow.root.querySelector('.line')?.getAttribute('points')).toBe('100 100 900 100 900 400 100 400');
  });

  it('keeps the focus on the button while the cameras are switched', async () => {
    const view = await show(camera, { ...live, canSwitchCamera: true });
    const button = flow.button('Use the other camera');
    button.focus();
    expect(button.getAttribute('aria-disabled')).toBe('false');
    const open = (stream: MediaStream | null) =>
      act(() => {
        view.live.value = { ...view.live.value, stream };
      });
    open(null);
    expect(flow.root.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    open(stream);
    expect(flow.root.activeElement).toBe(button);
  });

  it('moves the focus to the heading only if the focused switch button disappears with its camera', async () => {
    const view = await show(camera, { ...live, canSwitchCamera: true });
    const unplug = (canSwitchCamera: boolean) =>
      act(() => {
        view.live.value = { ...view.live.value, canSwitchCamera };
      });
    flow.button('Use the other camera').focus();
    unplug(false);
    expect(flow.root.activeElement).toBe(flow.root.querySelector('h1'));
    unplug(true);
    const shutter = flow.button('Take the picture');
    shutter.focus();
    unplug(false);
    expect(flow.root.activeElement).toBe(shutter);
  });

  it('offers camera switch and torch only if there are any', async () => {
    const view = await show(camera, live);
    expect(flow.root.querySelectorAll('.camera-controls .icon-button')).toHaveLength(0);
    act(() => {
      view.live.value = { ...view.live.value, canSwitchCamera: true, torch: 'on' };
    });
    expect(flow.button('Light').getAttribute('aria-pressed')).toBe('true');
    press('Light');
    press('Use the other camera');
    expect(view.asked).toEqual([['toggleTorch'], ['switchCamera']]);
  });

  it('freezes the picture and vibrates when it was taken', async () => {
    const paused: unknown[] = [];
    const vibrations: unknown[] = [];
    HTMLMediaElement.prototype.pause = function pause() {
      paused.push(this);
    };
    navigator.vibrate = (pattern) => vibrations.push(pattern) > 0;
    const view = await show(camera, live);
    act(() => {
      view.live.value = { ...view.live.value, taking: true };
    });
    expect(paused).toEqual([flow.root.querySelector('video')]);
    expect(vibrations).toEqual([40]);
  });
});

describe('a camera problem', () => {
  const problem = (kind: CameraProblem, fileAllowed: boolean): Screen => ({
    kind: 'camera-problem',
    problem: kind,
    fileAllowed,
  });

  it('explains step by step how to allow a denied camera', async () => {
    await show(problem('denied', false));
    expect(flow.root.querySelectorAll('ol li')).toHaveLength(3);
  });

  it.each([
    'denied',
    'missing',
    'busy',
    'black',
    'forbidden',
    'unreadable',
    'unloaded',
    'in-app',
    'unsupported',
  ] as const)('lets the user try again after the problem %s', async (kind) => {
    const view = await show(problem(kind, false));
    press('Try again');
    expect(view.asked).toEqual([['tryAgain']]);
    expect(heading()).toBeTruthy();
  });

  it('offers a picture from the device only if the step allows one', { tags: ['DACC-13'] }, async () => {
    await show(problem('missing', true));
    expect(flow.text()).toContain('or use a picture you have');
    expect(flow.root.querySelector('input')).not.toBeNull();
    flow.remove();
    await show(problem('missing', false));
    expect(flow.text()).not.toContain('a picture you have');
    expect(flow.root.querySelector('input')).toBeNull();
    const passport = { document: 'PASSPORT', side: 'front', sides: 1 } as const;
    for (const kind of ['instruct', 'camera'] as const) {
      for (const fileAllowed of [true, false]) {
        flow.remove();
        await show({ kind, ...passport, fileAllowed });
        expect([kind, flow.text().includes('Use a picture you have')]).toEqual([kind, fileAllowed]);
      }
    }
  });
});

describe('the review', () => {
  const review: Screen = { kind: 'review', document: 'PASSPORT', side: 'front', imageUrl: 'blob:picture' };

  it('shows the picture that will be sent, and describes it', { tags: ['DACC-8'] }, async () => {
    await show(review);
    const picture = flow.root.querySelector<HTMLImageElement>('.taken img');
    expect([picture?.getAttribute('src'), picture?.alt]).toEqual([
      'blob:picture',
      'Your picture: Photo page of your passport',
    ]);
  });

  it('asks the user what to check, without tick marks', async () => {
    await show(review);
    const points = [...flow.root.querySelectorAll('.look-at li')];
    expect(points.map(({ textContent }) => textContent?.endsWith('?'))).toEqual([true, true, true]);
    expect(flow.root.querySelector('.look-at svg')).toBeNull();
  });

  it('shows the whole picture on demand', async () => {
    await show(review);
    press('Show the whole picture');
    expect(flow.root.querySelector('.taken img')?.className).toBe('whole');
    expect(flow.button('Show the whole picture').getAttribute('aria-pressed')).toBe('true');
  });

  it('accepts or retakes the picture', async () => {
    const view = await show(review);
    press('Use this picture');
    press('Take it again');
    expect(view.asked).toEqual([['acceptPicture'], ['retakePicture']]);
  });
});

describe('the upload', () => {
  const bar = () => flow.root.querySelector('.sending [role=progressbar]');

  it('shows the bytes sent and their total', async () => {
    await show({ kind: 'upload', progress: { sentBytes: 500_000, totalBytes: 2_000_000 }, offline: false });
    expect(bar()?.getAttribute('aria-valuenow')).toBe('25');
    expect(flow.text()).toContain('0.5 MB of 2.0 MB');
  });

  it('shows no full bar before the service has answered', async () => {
    await show({ kind: 'upload', progress: { sentBytes: 2_000_000, totalBytes: 2_000_000 }, offline: false });
    expect(bar()?.getAttribute('aria-valuenow')).toBe('98');
    expect(flow.text()).toContain('2.0 MB of 2.0 MB');
  });

  it('shows no figures before the first bytes are sent', async () => {
    await show({ kind: 'upload', progress: null, offline: false });
    expect(bar()?.getAttribute('aria-valuenow')).toBe('0');
    expect(flow.text()).toContain('Preparing the picture');
  });

  it('says that the upload continues when the connection is back', async () => {
    await show({ kind: 'upload', progress: null, offline: true });
    expect(flow.text()).toContain('You are offline.');
    expect(flow.text()).not.toContain('Preparing');
    expect(bar()).toBeNull();
  });
});

describe('the checks', () => {
  it('says what is checked in the document', async () => {
    await show({ kind: 'processing', of: 'document', mayGoOn: false });
    expect(heading()).toBe('Checking your document');
    expect(flow.root.querySelectorAll('.points li')).toHaveLength(3);
  });

  it('does not mention a document if none was shown', async () => {
    await show({ kind: 'processing', of: 'data', mayGoOn: false });
    expect(flow.text()).not.toContain('document');
  });
});

describe('a retry', () => {
  const retry = (
    reasons: Extract<Screen, { kind: 'retry' }>['reasons'],
    attemptsLeft: number,
    choosesAnew = false,
  ): Screen => ({ kind: 'retry', document: 'NATIONAL_ID', reasons, attemptsLeft, choosesAnew });

  it('names the cause and the remedy, and lists further remedies', async () => {
    const view = await show(retry(['IMAGE_BLURRED', 'IMAGE_GLARE'], 3));
    expect(heading()).toBe('The picture is blurred');
    expect(flow.root.querySelector('.lead')?.textContent).toMatch(/^Lay the document flat/);
    expect(flow.root.querySelector('.also-list')?.textContent).toMatch(/^Turn the document away/);
    press('Take a new picture');
    expect(view.asked).toEqual([['tryAgain']]);
  });

  it.each([
    [3, ''],
    [2, 'You have 2 tries left.'],
    [1, 'This is your last try.'],
  ])('shows for %i attempts left: %j', async (attemptsLeft, words) => {
    await show(retry(['IMAGE_BLURRED'], attemptsLeft));
    expect(flow.root.querySelector('.actions .note')?.textContent ?? '').toBe(words);
  });

  it('names the chosen document after the user showed another one', async () => {
    const view = await show(retry(['WRONG_DOCUMENT_TYPE'], 3, true));
    expect(flow.text()).toContain('You chose “Identity card”.');
    press('Choose again');
    expect(view.asked).toEqual([['tryAgain']]);
  });

  it('offers no choice if only one document is accepted', async () => {
    await show(retry(['WRONG_DOCUMENT_TYPE'], 3));
    expect(flow.text()).toContain('Only this one is taken: Identity card.');
    expect(flow.text()).not.toContain('Choose again');
    expect(flow.button('Take a new picture')).toBeTruthy();
  });
});

describe('the result', () => {
  it.each([
    ['success', 'Your identity is confirmed'],
    ['pending', 'We have all we need'],
    ['failed', 'Your identity could not be confirmed'],
    ['unknown', 'The check could not be finished'],
  ] as const)('shows the result %s as "%s", and lets the user close it', async (result, words) => {
    const view = await show({ kind: 'result', result });
    expect(heading()).toBe(words);
    press('Done');
    expect(view.asked).toEqual([['finish']]);
  });
});

describe('a problem', () => {
  it('offers another attempt only after a general problem', async () => {
    const actions = () =>
      [...flow.root.querySelectorAll('.actions button')].map((button) => button.textContent);
    const view = await show({ kind: 'problem', problem: { kind: 'general', code: 'error_code_1' } });
    expect(actions()).toEqual(['Try again']);
    press('Try again');
    // The close button of the header.
    press('Close');
    expect(view.asked).toEqual([['begin'], ['finish']]);
    flow.remove();
    await show({ kind: 'problem', problem: { kind: 'retry-limit', code: 'error_code_5' } });
    expect(actions()).toEqual(['Close']);
  });

  it('shows the next step first, then the error code for support', async () => {
    const view = await show({ kind: 'problem', problem: { kind: 'session-expired', code: 'error_code_3' } });
    expect(flow.text().indexOf('start again')).toBeLessThan(flow.text().indexOf('error_code_3'));
    expect(flow.text()).toContain('Press Close');
    press('Close');
    expect(view.asked).toEqual([['finish']]);
  });

  it('shows no error code if nothing went wrong', async () => {
    await show({ kind: 'problem', problem: { kind: 'taken-over', code: 'unknown' } });
    expect(flow.text()).not.toContain('Code for support');
  });
});
