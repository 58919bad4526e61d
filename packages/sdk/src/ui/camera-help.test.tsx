// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraProblem, Screen } from '../flow/screen.ts';
import type { PageNavigator, Scope } from '../preflight/scope.ts';
import { type DrawnFlow, type DrawOptions, drawFlow } from '../testing/draw-flow.tsx';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { fakeScope } from '../testing/fake-scope.ts';
import { fakeView } from '../testing/flow-view.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const instagram = `${iphone} Instagram 300.0`;
const secret = 'x'.repeat(43);
const missing = () => Promise.reject(new Error('offline'));

let flow: DrawnFlow;
const log = vi.fn();

beforeEach(() => {
  log.mockReset();
  vi.spyOn(console, 'error').mockImplementation(log);
});
afterEach(() => flow.remove());

interface Place {
  readonly page?: Partial<Scope>;
  readonly navigator?: Partial<PageNavigator>;
  readonly cameraPolicy?: boolean;
  readonly loadHelp?: DrawOptions['loadHelp'];
  readonly fileAllowed?: boolean;
}

/** Returns a browser with that permission after the refusal. */
const withPermission = (state: PermissionState, userAgent = 'Chrome/131.0 Safari/537.36') => ({
  navigator: { userAgent, permissions: { query: async () => ({ state }) as PermissionStatus } },
});

/** Shows the screen for a camera problem in the given surroundings. */
async function refuse(problem: CameraProblem, place: Place = {}) {
  const { loadHelp, fileAllowed = false, ...options } = place;
  const screen: Screen = { kind: 'camera-problem', problem, fileAllowed };
  const view = fakeView(screen);
  const clock = fakeClock();
  const { scope } = fakeScope(options);
  flow = await drawFlow(view, {
    clock,
    surroundings: {
      scope: { ...scope, navigator: scope.navigator as PageNavigator },
      baseAddress: 'https://verify.example',
      configuration: { token: secret },
    },
    ...(loadHelp && { loadHelp }),
  });
  await act(settle);
  return { view, clock };
}

const heading = () => flow.root.querySelector('h1')?.textContent;
const steps = () => [...flow.root.querySelectorAll('ol li')].map(({ textContent }) => textContent);
const buttons = () =>
  [...flow.root.querySelectorAll('.actions button')].map(({ textContent }) => textContent);

describe('a page that forbids itself the camera', () => {
  it.each<readonly [string, Place, string]>([
    ['its Permissions-Policy header', { cameraPolicy: false }, 'Permissions-Policy: camera=(self)'],
    ['the frame around it', { cameraPolicy: false, page: { top: {} } }, 'allow="camera"'],
    ['its insecure address', { page: { isSecureContext: false } }, 'https'],
  ])(
    'tells the user that the page is at fault, and logs the remedy for its owner: %s',
    async (_name, place, remedy) => {
      await refuse('forbidden', place);
      expect(heading()).toBe('This page cannot use the camera');
      expect(flow.text()).toContain('nothing on your device is wrong');
      expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(remedy));
    },
  );

  it('suggests a file if the step accepts one', async () => {
    await refuse('forbidden', { cameraPolicy: false, fileAllowed: true });
    expect(flow.text()).toContain('Use a picture you have.');
    expect(buttons()).toEqual(['Try again', 'Use a picture you have']);
  });
});

describe('an app with a web view', () => {
  const clipboard = { writeText: vi.fn(async () => {}) };

  beforeEach(() => clipboard.writeText.mockReset());

  it.each([
    [instagram, 'Open Safari and paste the link.'],
    ['Mozilla/5.0 (Linux; Android 14; wv) Chrome/131.0', 'Open Chrome and paste the link.'],
    ['Mozilla/5.0 (Windows NT 10.0) MicroMessenger/8.0', 'Open a browser and paste the link.'],
  ])('offers the link of the page, to be opened in a browser: %s', async (userAgent, last) => {
    await refuse('denied', { navigator: { userAgent, clipboard } });
    expect(heading()).toBe('Go on in your browser');
    expect(steps()).toEqual(['Copy the link to this page.', last]);
    expect(log).not.toHaveBeenCalled();
  });

  it.each<readonly [CameraProblem, string]>([
    ['missing', 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/131.0'],
    ['busy', 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/131.0'],
    ['missing', instagram],
    ['busy', instagram],
  ])('offers the link if the app has no camera, which it reports as %s: %s', async (problem, userAgent) => {
    await refuse(problem, { navigator: { userAgent, clipboard }, fileAllowed: true });
    expect(heading()).toBe('Go on in your browser');
    expect(steps()[0]).toBe('Copy the link to this page.');
    expect(buttons()).toEqual(['Copy the link', 'Use a picture you have']);
    expect(log).not.toHaveBeenCalled();
  });

  it('copies the address of the page', async () => {
    const { view } = await refuse('forbidden', { navigator: { userAgent: instagram, clipboard } });
    expect(buttons()).toEqual(['Copy the link', 'Try again']);
    await act(async () => flow.button('Copy the link').click());
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith('https://shop.example/');
    expect(buttons()[0]).toBe('Link copied');
    act(() => flow.button('Try again').click());
    expect(view.asked).toEqual([['tryAgain']]);
  });

  it.each<readonly [string, PageNavigator['clipboard'] | undefined]>([
    ['forbids the clipboard', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
    ['has no clipboard', undefined],
  ])('shows the address if the app %s', async (_name, forbidden) => {
    const navigator = { userAgent: instagram, ...(forbidden && { clipboard: forbidden }) };
    await refuse('denied', { navigator });
    await act(async () => flow.button('Copy the link').click());
    expect(flow.text()).toContain('https://shop.example/');
    expect(buttons()[0]).toBe('Copy the link');
  });

  /** A page of the service, whose script has removed the secret from the address. */
  const servicePage = (path: string): Partial<Scope> => ({
    location: {
      href: `https://verify.example/${path}`,
      origin: 'https://verify.example',
      protocol: 'https:',
    },
  });

  it('copies the link of a hosted page with its secret', async () => {
    await refuse('denied', { page: servicePage('flow'), navigator: { userAgent: instagram, clipboard } });
    expect(steps()).toEqual(['Copy the link to this page.', 'Open Safari and paste the link.']);
    expect(flow.root.innerHTML).not.toContain(secret);
    await act(async () => flow.button('Copy the link').click());
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith(`https://verify.example/flow#${secret}`);
    expect(log).not.toHaveBeenCalled();
  });

  it('asks for a new code on a phone that continues a flow, because its code is used up', async () => {
    await refuse('denied', { page: servicePage('phone'), navigator: { userAgent: instagram, clipboard } });
    expect(steps()).toEqual([
      'Close this page and have your computer show a new code.',
      'Scan it with the camera app of your phone.',
    ]);
    expect(buttons()).toEqual(['Try again']);
  });

  it.each<readonly [string, Partial<Scope>]>([
    ['a page in a frame', { top: {} }],
    ['a hosted page in a frame', { ...servicePage('flow'), top: {} }],
    ['another page of the service', servicePage('popup')],
  ])('points to the app’s menu if the address cannot be opened elsewhere: %s', async (_name, page) => {
    await refuse('denied', { page, navigator: { userAgent: instagram } });
    expect(steps()).toEqual(['Open the menu of this app.', 'Choose “Open in browser” and go on there.']);
    expect(buttons()).toEqual(['Try again']);
  });
});

describe('a refusal that the user can correct', () => {
  const allowHere = 'Select the icon beside the address of this page.';

  it.each<readonly [string, Place, string, string | null]>([
    ['closed without an answer', withPermission('prompt'), 'Allow the camera when your browser asks', null],
    ['denied', withPermission('denied'), allowHere, 'Switch the camera on.'],
    [
      'allowed, but the device refuses',
      withPermission('granted'),
      'Open “Settings” on your device and choose this browser.',
      'Switch “Camera” on.',
    ],
    [
      'allowed, but a Mac refuses, to whose settings Chrome links',
      withPermission('granted', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/131.0 Safari/537.36'),
      allowHere,
      'Switch the camera on.',
    ],
    [
      'denied temporarily in Firefox',
      withPermission('prompt', 'Firefox/140.0'),
      'Select the crossed-out camera beside the address of this page.',
      'Remove the block.',
    ],
    [
      'denied in Safari, which may report a prompt',
      withPermission('prompt', `${iphone} Version/18.0 Safari/604.1`),
      expect.stringContaining('beside the address'),
      expect.any(String),
    ],
  ])('explains how to allow the camera if the prompt was %s', async (_name, place, first, second) => {
    await refuse('denied', place);
    expect(steps().slice(0, 2)).toEqual(second ? [first, second] : [first]);
    expect(buttons()).toEqual(['Try again']);
  });

  it('shows the steps for any browser if the permission’s state is never known', async () => {
    const permissions = { query: () => new Promise<never>(() => {}) };
    const { clock } = await refuse('denied', { navigator: { permissions } });
    await act(() => clock.advance(1_500));
    expect(steps()[1]).toBe('Allow the camera.');
  });

  it.each([
    ['Chrome/131.0 Safari/537.36', 'Select the icon beside the address of this page.'],
    ['Android SamsungBrowser/26.0 Chrome/122.0', 'Open the menu, “Settings”, then “Sites and downloads”.'],
    [`${iphone} CriOS/131.0 Safari/604.1`, 'Open “Settings” on your device and choose this browser.'],
  ])('shows the steps for the browser in use: %s', async (userAgent, first) => {
    await refuse('denied', withPermission('denied', userAgent));
    expect(heading()).toBe('The camera is blocked');
    expect(steps()).toEqual([first, expect.any(String), 'Come back here and try again.']);
  });

  it('shows the steps for any browser if the code for help cannot be loaded', {
    tags: ['DSDK-61'],
  }, async () => {
    await refuse('denied', { loadHelp: missing });
    expect(heading()).toBe('The camera is blocked');
    expect(steps()).toEqual([
      'Open the settings of your browser for this page.',
      'Allow the camera.',
      'Come back here and try again.',
    ]);
  });

  it('shows the steps for any browser after a short wait, and better ones once the code has loaded', async () => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { clock } = await refuse('denied', {
      ...withPermission('denied'),
      loadHelp: () => arrived.then(() => import('./camera-help.tsx')),
    });
    expect(heading()).toBe('Getting ready');
    await act(() => clock.advance(1_500));
    expect(steps()[0]).toBe('Open the settings of your browser for this page.');
    await act(async () => {
      arrive();
      await settle();
    });
    expect(steps()[0]).toBe('Select the icon beside the address of this page.');
  });
});

it('suggests another browser if this one has no camera for pages', async () => {
  await refuse('forbidden');
  expect(heading()).toBe('This browser cannot use the camera');
  expect(log).not.toHaveBeenCalled();
});

it('suggests another browser if the cause is unknown', async () => {
  await refuse('forbidden', { cameraPolicy: false, loadHelp: missing });
  expect(heading()).toBe('This browser cannot use the camera');
});

describe.each<readonly [CameraProblem, string, string]>([
  ['missing', 'No camera found', 'Connect a camera to this device'],
  ['busy', 'The camera is in use', 'Close other apps and tabs'],
])('a camera that is %s', (problem, title, remedy) => {
  it.each([
    ['in a browser', undefined],
    ['if the code for help cannot be loaded', missing],
  ])('explains the problem %s', async (_name, loadHelp) => {
    await refuse(problem, loadHelp && { loadHelp });
    expect(heading()).toBe(title);
    expect(flow.text()).toContain(remedy);
    expect(steps()).toEqual([]);
    expect(buttons()).toEqual(['Try again']);
    expect(log).not.toHaveBeenCalled();
  });
});

it.each(['black', 'unloaded'] as const)('explains a %s camera without loading help', async (problem) => {
  const loadHelp = vi.fn(missing);
  await refuse(problem, { loadHelp, navigator: { userAgent: instagram } });
  expect(heading()).toBeTruthy();
  expect(loadHelp).not.toHaveBeenCalled();
});

it('loads the code for help again at the next refusal', async () => {
  const loadHelp = vi.fn(() => import('./camera-help.tsx')).mockImplementationOnce(missing);
  const { view } = await refuse('denied', { ...withPermission('denied'), loadHelp });
  expect(steps()[0]).toBe('Open the settings of your browser for this page.');
  const show = (screen: Screen) =>
    act(async () => {
      view.screen.value = screen;
      await settle();
    });
  await show({ kind: 'loading' });
  await show({ kind: 'camera-problem', problem: 'denied', fileAllowed: false });
  expect(steps()[0]).toBe('Select the icon beside the address of this page.');
});
