// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Screen } from '../../flow/screen.ts';
import type { LiveView } from '../../session/view.ts';
import { type DrawnFlow, type DrawOptions, drawFlow } from '../../testing/draw-flow.tsx';
import { fakeClock } from '../../testing/fake-clock.ts';
import { type FakeView, fakeView } from '../../testing/flow-view.ts';

const poses = ['straight', 'left', 'closer'] as const;
const camera = (taken: number, offline = false): Screen => ({ kind: 'selfie-camera', poses, taken, offline });
const running: Partial<LiveView> = {
  stream: {} as MediaStream,
  widthPx: 1280,
  heightPx: 720,
  mirrored: true,
  timer: 'on',
};

let flow: DrawnFlow;
async function show(
  screen: Screen,
  live: Partial<LiveView> = {},
  options: DrawOptions = {},
): Promise<FakeView> {
  const view = fakeView(screen, live);
  flow = await drawFlow(view, options);
  return view;
}
const press = (name: string) => act(() => flow.button(name).click());
const heading = () => flow.root.querySelector('h1')?.textContent;
const prompt = () => flow.root.querySelector('.pill')?.textContent;
const spoken = () => flow.root.querySelector('[aria-live=polite][aria-atomic]')?.textContent;
const shouted = () => flow.root.querySelector('[aria-live=assertive]')?.textContent;

afterEach(() => flow.remove());

it('explains the poses and the recording before it opens the camera', async () => {
  const view = await show({ kind: 'selfie-instruct' });
  expect(heading()).toBe('Now show your face');
  expect(flow.text()).toContain('a short video without sound');
  press('Open the camera');
  expect(view.asked).toEqual([['openCamera']]);
});

it('does not mention documents in the welcome to a selfie', async () => {
  await show({ kind: 'welcome', requester: '', resumed: false, selfie: true });
  expect(flow.text()).toContain('Take a few pictures of your face');
  expect(flow.text()).not.toContain('document');
});

describe('the camera', () => {
  it('offers another camera, if there is one, until the first picture is taken', async () => {
    const name = 'Use the other camera';
    const view = await show(camera(0), running);
    const offers = () => flow.root.querySelector(`[aria-label="${name}"]`);
    expect(offers()).toBeNull();
    const see = (live: Partial<LiveView>) =>
      act(() => {
        view.live.value = { ...view.live.value, ...live };
      });
    see({ canSwitchCamera: true });
    press(name);
    expect(view.asked).toContainEqual(['switchCamera']);
    flow.button(name).focus();
    see({ taking: true });
    expect(offers()?.getAttribute('aria-disabled')).toBe('true');
    act(() => {
      view.screen.value = camera(1);
    });
    expect(offers()).toBeNull();
    expect(flow.root.activeElement).toBe(flow.root.querySelector('h1'));
  });

  it.each([
    [0, 'Look straight ahead'],
    [1, 'Turn your head left'],
    [2, 'Come closer'],
  ])('shows and announces pose %i: %s', async (taken, words) => {
    await show(camera(taken), running);
    expect([prompt(), spoken()]).toEqual([words, words]);
  });

  it.each([
    ['no-face', 'Move your face into the oval'],
    ['turn-further', 'Turn a little further'],
    ['hold-still', 'Good. Hold still'],
    ['pose', 'Turn your head left'],
  ] as const)('shows and announces the hint %s', async (poseHint, words) => {
    await show(camera(1), { ...running, poseHint });
    expect([prompt(), spoken()]).toEqual([words, words]);
  });

  it('mentions the upload of a picture if it takes long', async () => {
    const view = await show(camera(1), { ...running, taking: true });
    expect([prompt(), spoken()]).toEqual(['Picture taken', 'Picture taken']);
    act(() => {
      view.live.value = { ...view.live.value, sending: true };
    });
    expect(prompt()).toBe('Sending your picture');
    expect(flow.root.querySelector('.pill')?.className).toBe('pill');
  });

  it('keeps the focus between poses', async () => {
    const view = await show(camera(0), running);
    flow.button('Take the picture').focus();
    act(() => {
      view.screen.value = camera(1);
    });
    expect(prompt()).toBe('Turn your head left');
    expect(flow.root.activeElement).toBe(flow.button('Take the picture'));
  });

  it('draws an arc of the ring for each stored pose', async () => {
    const view = await show(camera(0), running);
    expect(flow.root.querySelector('.ring-done')).toBeNull();
    act(() => {
      view.screen.value = camera(2);
    });
    expect(flow.root.querySelector('.ring-done')?.getAttribute('stroke-dasharray')).toBe('93 7 93 7 0 300');
  });

  it('mirrors the picture, and points to the user’s own left', async () => {
    await show(camera(1), running);
    expect(flow.root.querySelector('.picture')?.className).toContain('mirrored');
    expect(flow.root.querySelector('.pose-arrow')?.className).toContain('left');
  });

  it('reverses the arrow if the picture of a rear camera is not mirrored', async () => {
    await show(camera(1), { ...running, opened: {} as MediaStream, mirrored: false });
    expect(flow.root.querySelector('.picture')?.className).not.toContain('mirrored');
    expect(flow.root.querySelector('.pose-arrow')?.className).toContain('right');
    const [first, second] = flow.root.querySelectorAll('.pill path, .pose-arrow path');
    expect(first?.getAttribute('d')).toBe(second?.getAttribute('d'));
    expect(prompt()).toBe('Turn your head left');
  });

  it('moves the focus from the self-timer to the heading when the camera is lost', async () => {
    const view = await show(camera(0), running);
    flow.button('Self-timer').focus();
    act(() => {
      view.live.value = { ...view.live.value, stream: null, timer: 'none' };
    });
    expect(flow.root.activeElement).toBe(flow.root.querySelector('h1'));
  });

  it('lets the user turn the self-timer off and take the picture', async () => {
    const view = await show(camera(0), running);
    expect(flow.button('Self-timer').getAttribute('aria-pressed')).toBe('true');
    press('Self-timer');
    press('Take the picture');
    expect(view.asked.filter(([action]) => action !== 'holdTimer')).toEqual([
      ['toggleTimer'],
      ['takePicture'],
    ]);
  });

  it('confirms each picture, blocks the shutter meanwhile, and keeps its focus', {
    tags: ['DACC-2'],
  }, async () => {
    const view = await show(camera(0), running);
    const shutter = flow.button('Take the picture');
    shutter.focus();
    act(() => {
      view.live.value = { ...view.live.value, taking: true };
    });
    expect(prompt()).toBe('Picture taken');
    expect([shutter.getAttribute('aria-disabled'), shutter.disabled]).toEqual(['true', false]);
    press('Take the picture');
    expect(view.asked).not.toContainEqual(['takePicture']);
    act(() => {
      view.live.value = { ...view.live.value, taking: false };
    });
    press('Take the picture');
    expect(view.asked).toContainEqual(['takePicture']);
  });

  it('shows and announces a lost connection', async () => {
    await show(camera(1, true), running);
    expect([prompt(), spoken(), shouted()]).toEqual([
      'You are offline. We go on as soon as the connection is back.',
      '',
      'You are offline. We go on as soon as the connection is back.',
    ]);
  });

  it('fills the ring of the shutter in a few steps', async () => {
    const view = await show(camera(0), running);
    const offsetAt = (held: number) => {
      act(() => {
        view.live.value = { ...view.live.value, held };
      });
      return flow.root.querySelector('.shutter-held')?.getAttribute('stroke-dashoffset');
    };
    expect(new Set([0.01, 0.1, 0.24].map(offsetAt)).size).toBe(1);
    expect(offsetAt(0.3)).not.toBe(offsetAt(0.2));
  });

  it('pauses the timer while a dialog is open', async () => {
    const view = await show(camera(0), running);
    act(() => {
      view.quitAsked.value = true;
    });
    expect(view.asked.at(-1)).toEqual(['holdTimer', true]);
    act(() => {
      view.quitAsked.value = false;
    });
    expect(view.asked.at(-1)).toEqual(['holdTimer', false]);
  });
});

it('shows the progress of the upload after the last pose', async () => {
  await show({ kind: 'selfie-upload', progress: { sentBytes: 1, totalBytes: 4 }, offline: false });
  expect(heading()).toBe('Sending your pictures');
  const bar = flow.root.querySelector('.sending [role=progressbar]');
  expect(bar?.getAttribute('aria-valuenow')).toBe('25');
});

describe('a retry', () => {
  it('names the cause and the remedy, and lists further remedies', async () => {
    const reasons = ['FACE_TURNED_WRONG', 'IMAGE_BLURRED'] as const;
    const view = await show({ kind: 'selfie-retry', reasons, attemptsLeft: 1 });
    expect(heading()).toBe('A movement was not as asked');
    expect(flow.root.querySelector('.also-list')?.textContent).toMatch(/^Wipe the lens/);
    expect(flow.text()).toContain('This is your last try.');
    expect(flow.text()).not.toContain('document');
    press('Try again');
    expect(view.asked).toEqual([['tryAgain']]);
  });
});

describe('the code of the screens', () => {
  const missing = () => Promise.reject(new Error('offline'));

  it('loads the screens while the previous step is checked, if another step may follow', async () => {
    const loadSelfie = vi.fn(() => import('./selfie-screens.tsx'));
    const view = await show({ kind: 'processing', of: 'document', mayGoOn: false }, {}, { loadSelfie });
    expect(loadSelfie).not.toHaveBeenCalled();
    act(() => {
      view.screen.value = { kind: 'processing', of: 'document', mayGoOn: true };
    });
    expect(loadSelfie).toHaveBeenCalledTimes(1);
  });

  it('shows a placeholder until the code has loaded, and reports if it cannot be loaded', async () => {
    const clock = fakeClock();
    const view = await show({ kind: 'selfie-instruct' }, {}, { clock, loadSelfie: missing });
    expect(heading()).toBe('Getting ready');
    expect(view.asked).toEqual([]);
    await act(() => clock.advance(2_000));
    expect(view.asked).toEqual([['captureScreensMissing']]);
  });
});
