// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Screen } from '../flow/screen.ts';
import { type DrawnFlow, type DrawOptions, drawFlow } from '../testing/draw-flow.tsx';
import { spokenInEnglish } from '../testing/english.ts';
import { type FakeView, fakeView } from '../testing/flow-view.ts';
import { defaultTheme } from '../theme/default-theme.ts';

const welcome: Screen = { kind: 'welcome', requester: 'Example Hire', resumed: false };
const passport = { document: 'PASSPORT', side: 'front', sides: 1, fileAllowed: true } as const;
const camera: Screen = { kind: 'camera', ...passport };

let flow: DrawnFlow;
const draw = async (view: FakeView, options?: DrawOptions) => {
  flow = await drawFlow(view, options);
  return view;
};
const press = (name: string) => act(() => flow.button(name).click());
const pressKey = (key: string, init: KeyboardEventInit = {}) =>
  act(() => {
    const target = flow.root.activeElement ?? flow.root.querySelector('.frame');
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  flow.remove();
  vi.useRealTimers();
});

describe('the frame', () => {
  it('acts as a modal dialog over the page, and as a region inside it', async () => {
    await draw(fakeView(welcome));
    expect(flow.root.querySelector('.frame')?.getAttribute('role')).toBe('dialog');
    expect(flow.root.querySelector('.frame')?.getAttribute('aria-modal')).toBe('true');
    flow.remove();
    await draw(fakeView(welcome), { frame: 'fill' });
    expect(flow.root.querySelector('.frame')?.getAttribute('role')).toBe('region');
    expect(flow.root.querySelector('.frame')?.hasAttribute('aria-modal')).toBe(false);
  });

  const logoUrls = { light: 'https://example.com/l.svg', dark: 'https://example.com/d.png' };
  const logos = () => [...flow.root.querySelectorAll<HTMLImageElement>('.logo img')];

  it('shows the logo of each colour scheme with the requester’s name as alternative text', {
    tags: ['S4.5-16', 'DSDK-101'],
  }, async () => {
    await draw(fakeView(welcome), { theme: { ...defaultTheme, logoUrls }, requester: 'Example Hire' });
    expect(logos().map(({ src, alt, className }) => [src, alt, className])).toEqual([
      [logoUrls.light, 'Example Hire', 'on-light'],
      [logoUrls.dark, 'Example Hire', 'on-dark'],
    ]);
    for (const logo of logos()) {
      expect(logo.getAttribute('referrerpolicy')).toBe('no-referrer');
      expect(logo.getAttribute('loading')).toBe('lazy');
    }
  });

  it('removes a logo that cannot be loaded, and keeps the other', async () => {
    await draw(fakeView(welcome), { theme: { ...defaultTheme, logoUrls } });
    act(() => void logos()[0]?.dispatchEvent(new Event('error')));
    expect(logos().map(({ src }) => src)).toEqual([logoUrls.dark]);
  });

  it('sets the language and direction', async () => {
    await draw(fakeView(welcome), { language: spokenInEnglish('ar') });
    const frame = flow.root.querySelector('.frame');
    expect([frame?.getAttribute('lang'), frame?.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  });

  it('shows progress, with its share in words once there is any', { tags: ['DACC-8'] }, async () => {
    const view = await draw(fakeView(welcome));
    expect(flow.root.querySelector('[role=progressbar]')?.hasAttribute('aria-valuetext')).toBe(false);
    act(() => {
      view.progress.value = 0.4;
    });
    const bar = flow.root.querySelector('[role=progressbar]');
    expect([bar?.getAttribute('aria-valuenow'), bar?.getAttribute('aria-valuetext')]).toEqual([
      '40',
      '40% done',
    ]);
    expect(bar?.getAttribute('aria-label')).toBe('Progress');
  });

  it('formats its first number on a screen of text, not when the camera opens', async () => {
    const { NumberFormat } = Intl;
    const formats = vi.spyOn(Intl, 'NumberFormat').mockImplementation(function newFormat(...options) {
      return new NumberFormat(...options);
    });
    const view = await draw(fakeView(welcome));
    const show = (screen: Screen) =>
      act(() => {
        view.screen.value = screen;
      });
    expect(formats).not.toHaveBeenCalled();
    show({ kind: 'instruct', ...passport });
    expect(formats.mock.calls).toEqual([['en', { style: 'percent' }]]);
    formats.mockClear();
    show({ kind: 'selfie-instruct' });
    show(camera);
    expect(formats).not.toHaveBeenCalled();
  });

  it('does not change the title of the page', { tags: ['DACC-9'] }, async () => {
    document.title = 'Example Hire';
    const view = await draw(fakeView(welcome));
    const screens: Screen[] = [
      { kind: 'instruct', ...passport },
      camera,
      { kind: 'result', result: 'success' },
      { kind: 'problem', problem: { kind: 'general', code: 'error_code_1' } },
    ];
    for (const screen of screens) {
      act(() => {
        view.screen.value = screen;
      });
      expect(document.title).toBe('Example Hire');
    }
    flow.remove();
    expect(document.title).toBe('Example Hire');
    document.querySelector('title')?.remove();
  });

  it('shows the back button only if the flow can go back', async () => {
    const view = await draw(fakeView(welcome));
    expect(() => flow.button('Go back')).toThrow();
    act(() => {
      view.canGoBack.value = true;
    });
    press('Go back');
    expect(view.asked).toEqual([['back']]);
  });

  it('asks before the user leaves the flow, unless it has ended', async () => {
    const view = await draw(fakeView(welcome));
    press('Close');
    act(() => {
      view.screen.value = { kind: 'result', result: 'success' };
    });
    press('Close');
    expect(view.asked).toEqual([['askToQuit'], ['finish']]);
  });

  it('removes all elements and timers when unmounted', async () => {
    await draw(fakeView(welcome));
    flow.remove();
    expect(flow.root.querySelector('.flow')).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the focus', () => {
  it('moves the focus to the heading of each new screen', { tags: ['DACC-5'] }, async () => {
    const view = await draw(fakeView(welcome));
    expect(flow.root.activeElement?.textContent).toBe('Verify your identity');
    act(() => {
      view.screen.value = { kind: 'instruct', ...passport };
    });
    expect(flow.root.activeElement?.textContent).toBe('Photo page of your passport');
  });

  it('keeps the focus while a screen is only updated', async () => {
    const view = await draw(fakeView({ kind: 'upload', progress: null, offline: false }));
    flow.button('Close').focus();
    act(() => {
      view.screen.value = { kind: 'upload', progress: { sentBytes: 1, totalBytes: 2 }, offline: false };
    });
    expect(flow.root.activeElement).toBe(flow.button('Close'));
  });
});

describe('the movement', () => {
  const movement = () => flow.root.querySelector('.scene')?.className;

  it('shows the first screen without movement, later screens forward and earlier ones back', async () => {
    const view = await draw(fakeView(welcome));
    expect(movement()).toBe('scene first');
    act(() => {
      view.screen.value = { kind: 'instruct', ...passport };
    });
    expect(movement()).toBe('scene forward');
    act(() => {
      view.progress.value = 0.2;
    });
    expect(movement()).toBe('scene forward');
    act(() => {
      view.screen.value = welcome;
    });
    expect(movement()).toBe('scene back');
  });
});

describe('the quit dialog', () => {
  const ask = (view: FakeView, asked: boolean) =>
    act(() => {
      view.quitAsked.value = asked;
    });

  it('moves the focus into the quit dialog and back, and makes the screen behind it inert', async () => {
    const view = await draw(fakeView(welcome));
    flow.button('Close').focus();
    ask(view, true);
    expect(flow.root.activeElement).toBe(flow.button('Stay here'));
    const scene = flow.root.querySelector('.scene');
    expect(scene?.hasAttribute('inert')).toBe(true);
    expect(scene?.getAttribute('aria-hidden')).toBe('true');
    ask(view, false);
    expect(flow.root.activeElement).toBe(flow.button('Close'));
    expect(scene?.hasAttribute('inert')).toBe(false);
    expect(scene?.hasAttribute('aria-hidden')).toBe(false);
  });

  it('offers to stay or to leave in the quit dialog', async () => {
    const view = await draw(fakeView(welcome));
    ask(view, true);
    press('Stay here');
    press('Leave');
    expect(view.asked).toEqual([['cancelQuit'], ['confirmQuit']]);
  });

  it('keeps the Tab key inside the quit dialog, in both directions', async () => {
    const view = await draw(fakeView(welcome));
    ask(view, true);
    pressKey('Tab');
    expect(flow.root.activeElement).toBe(flow.button('Leave'));
    pressKey('Tab');
    expect(flow.root.activeElement).toBe(flow.button('Stay here'));
    pressKey('Tab', { shiftKey: true });
    expect(flow.root.activeElement).toBe(flow.button('Leave'));
  });

  it('opens and closes the quit dialog on Escape', async () => {
    const view = await draw(fakeView(welcome));
    pressKey('Escape');
    ask(view, true);
    pressKey('Escape');
    expect(view.asked).toEqual([['askToQuit'], ['cancelQuit']]);
  });

  it('opens the quit dialog on Escape in an inline flow as well, which may be inside a dialog of the page', async () => {
    const view = await draw(fakeView(welcome), { frame: 'fill' });
    pressKey('Escape');
    expect(view.asked).toEqual([['askToQuit']]);
  });
});

describe('waiting', () => {
  it('mentions the browser’s prompt if the camera does not start at once', async () => {
    await draw(fakeView(camera));
    expect(flow.text()).toContain('Starting the camera');
    act(() => {
      vi.advanceTimersByTime(1300);
    });
    expect(flow.text()).toContain('Allow the camera when your browser asks');
  });

  it.each([
    camera,
    { kind: 'selfie-camera', poses: ['straight', 'left'], taken: 0, offline: false } as const,
  ])('announces the browser’s prompt to screen readers: $kind', async (screen) => {
    await draw(fakeView(screen));
    const said = () => flow.root.querySelector('[aria-live=polite][aria-atomic]')?.textContent;
    expect(said()).toContain('Starting the camera');
    act(() => {
      vi.advanceTimersByTime(1_300);
    });
    // The second announcement does not interrupt the first.
    expect(said()).toContain('Starting the camera');
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
    expect(said()).toBe(flow.root.querySelector('.pill')?.textContent);
    expect(said()).toContain('Allow the camera when your browser asks');
  });

  it('does not mention the browser’s prompt at once when the user switches cameras', async () => {
    const stream = {} as MediaStream;
    const view = await draw(fakeView(camera));
    const show = (next: MediaStream | null) =>
      act(() => {
        view.live.value = { ...view.live.value, stream: next };
      });
    act(() => {
      vi.advanceTimersByTime(1300);
    });
    show(stream);
    show(null);
    expect(flow.text()).toContain('Starting the camera');
  });

  it('offers to leave after ten seconds of checks', async () => {
    const view = await draw(fakeView({ kind: 'processing', of: 'document', mayGoOn: false }));
    act(() => {
      vi.advanceTimersByTime(9_900);
    });
    expect(flow.text()).not.toContain('You may wait or leave');
    act(() => {
      vi.advanceTimersByTime(200);
    });
    expect(flow.text()).toContain('You may wait or leave');
    press('Leave now');
    expect(view.asked).toEqual([['finish']]);
  });

  it('neither offers to leave nor promises a result while further steps may follow', async () => {
    await draw(fakeView({ kind: 'processing', of: 'selfie', mayGoOn: true }));
    act(() => {
      vi.advanceTimersByTime(15_000);
    });
    expect(flow.text()).toContain('This takes a moment.');
    expect(flow.text()).not.toContain('You may wait or leave');
    expect(flow.text()).not.toContain('Leave now');
  });

  it('restarts the waiting time with each screen', async () => {
    const view = await draw(fakeView({ kind: 'upload', progress: null, offline: false }));
    act(() => {
      vi.advanceTimersByTime(9_000);
    });
    act(() => {
      view.screen.value = { kind: 'processing', of: 'document', mayGoOn: false };
    });
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(flow.text()).not.toContain('You may wait or leave');
  });
});

describe('the announcements', () => {
  const polite = () => flow.root.querySelector('[aria-live=polite]')?.textContent;
  const assertive = () => flow.root.querySelector('[aria-live=assertive]')?.textContent;
  const stream = {} as MediaStream;

  it('announces a hint every two seconds at most, and only the latest', { tags: ['DACC-6'] }, async () => {
    const view = await draw(fakeView(camera, { stream, hint: 'looking' }));
    const hint = (next: 'closer' | 'glare' | 'looking') =>
      act(() => {
        view.live.value = { ...view.live.value, hint: next };
      });
    expect(polite()).toBe('Place it inside the frame');
    hint('closer');
    hint('glare');
    expect(polite()).toBe('Place it inside the frame');
    act(() => {
      vi.advanceTimersByTime(1999);
    });
    expect(polite()).toBe('Place it inside the frame');
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(polite()).toBe('Turn it away from the light');
  });

  it('does not repeat the last announcement', { tags: ['DACC-6'] }, async () => {
    const view = await draw(fakeView(camera, { stream, hint: 'looking' }));
    const region = flow.root.querySelector('[aria-live=polite]')!;
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(region, { childList: true, characterData: true, subtree: true });
    for (const hint of ['closer', 'looking'] as const) {
      act(() => {
        view.live.value = { ...view.live.value, hint };
      });
    }
    act(() => {
      vi.advanceTimersByTime(5000);
    });
    changes.push(...observer.takeRecords());
    expect(changes).toEqual([]);
  });

  it('announces assertively what blocks the flow', { tags: ['DACC-7'] }, async () => {
    const view = await draw(fakeView(camera));
    expect(assertive()).toBe('');
    act(() => {
      view.screen.value = { kind: 'camera-problem', problem: 'black', fileAllowed: false };
    });
    expect(assertive()).toBe('The camera shows only black');
  });

  it('announces nothing while a dialog covers the screen', { tags: ['DACC-6'] }, async () => {
    const view = await draw(fakeView(camera, { stream, hint: 'closer' }));
    expect(polite()).toBe('Move closer');
    act(() => {
      view.quitAsked.value = true;
    });
    expect(polite()).toBe('');
  });

  it('clears the announcement at once when the screen has none', async () => {
    const view = await draw(fakeView(camera, { stream, hint: 'closer' }));
    expect(polite()).toBe('Move closer');
    act(() => {
      view.screen.value = { kind: 'processing', of: 'document', mayGoOn: false };
    });
    expect(polite()).toBe('');
  });
});
