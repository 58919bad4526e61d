// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { openInline } from './inline-mount.ts';

const options = { styleSheet: '', cspNonce: undefined, onDismiss: vi.fn(), onRemoved: vi.fn() };
let warn: MockInstance<typeof console.warn>;
let box: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = '<main><button></button></main><div id="box">text</div>';
  box = document.querySelector<HTMLElement>('#box')!;
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.clearAllMocks();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('fills its container and leaves the page alone', () => {
  const page = document.documentElement.outerHTML;
  const mount = openInline(box, options);
  mount.settle();
  expect(box.querySelector('[data-vendor-orchestration]')?.shadowRoot).toBe(mount.root);
  expect(mount.frame).toBe('fill');
  expect(document.documentElement.hasAttribute('style')).toBe(false);
  expect(document.querySelector('main')?.outerHTML).toBe('<main><button></button></main>');
  mount.close();
  mount.close();
  expect(document.documentElement.outerHTML).toBe(page);
});

test('does not hold the Tab key, nor the pointer', () => {
  const mount = openInline(box, options);
  mount.settle();
  for (const event of [
    new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }),
    new MouseEvent('click', { bubbles: true, cancelable: true }),
  ]) {
    document.querySelector('button')?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  }
  mount.close();
});

describe('the focus at the end', () => {
  const open = () => {
    document.querySelector('button')?.focus();
    const mount = openInline(box, options);
    const inside = mount.root.appendChild(document.createElement('button'));
    inside.focus();
    return mount;
  };

  test('goes back to where it came from', () => {
    const mount = open();
    mount.close();
    expect(document.activeElement).toBe(document.querySelector('main button'));
  });

  test('stays with who works elsewhere in the page', () => {
    const mount = open();
    const field = document.querySelector('main')!.appendChild(document.createElement('input'));
    field.focus();
    mount.close();
    expect(document.activeElement).toBe(field);
  });

  test('is not called back from nothing by a flow that was left before', () => {
    const mount = open();
    const field = document.querySelector('main')!.appendChild(document.createElement('input'));
    field.focus();
    field.blur();
    mount.close();
    expect(document.activeElement).toBe(document.body);
  });
});

test.each([
  ['it', () => document.querySelector('[data-vendor-orchestration]')?.remove()],
  ['its container', () => box.remove()],
  ['what holds its container', () => document.body.replaceChildren()],
])('says so once when the page removes %s', async (_, remove) => {
  const mount = openInline(box, options);
  remove();
  await null;
  expect(options.onRemoved).toHaveBeenCalledTimes(1);
  mount.close();
});

describe('the room', () => {
  /** Sizes of the container as a browser would lay it out, and what tells that they have changed. */
  let room = { width: 0, height: 0, free: 0 };
  let told = () => {};
  const resize = (changed: Partial<typeof room>) => {
    room = { ...room, ...changed };
    told();
  };
  const openIn = (size: Partial<typeof room>) => {
    room = { width: 800, height: 0, free: 0, ...size };
    const disconnect = vi.fn();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = vi.fn();
        disconnect = disconnect;
        constructor(callback: () => void) {
          told = callback;
        }
      },
    );
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => room.width);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => room.height);
    vi.spyOn(box, 'clientHeight', 'get').mockImplementation(() => room.free);
    const mount = openInline(box, options);
    const leastHeight = () => (mount.root.host as HTMLElement).style.minHeight;
    return { mount, leastHeight, disconnect };
  };

  test('is that of a container with a height', () => {
    const { leastHeight, mount } = openIn({ height: 700 });
    expect(leastHeight()).toBe('0px');
    mount.close();
  });

  test('is the recommended one where the container is as high as its content', () => {
    const { leastHeight, mount } = openIn({ height: 0 });
    expect(leastHeight()).toBe('600px');
    mount.close();
  });

  test('is what is free in a container with a least height', () => {
    const { leastHeight, mount } = openIn({ height: 0, free: 720 });
    expect(leastHeight()).toBe('720px');
    mount.close();
  });

  test('follows the container, until the end', () => {
    const { leastHeight, mount, disconnect } = openIn({ height: 0 });
    resize({ height: 640 });
    expect(leastHeight()).toBe('0px');
    mount.close();
    expect(disconnect).toHaveBeenCalled();
  });

  test.each([
    [320, 700, ['VendorOrchestration: the container is 320×700 px; 400×600 px or more is recommended.']],
    [800, 599, ['VendorOrchestration: the container is 800×599 px; 400×600 px or more is recommended.']],
    [320, 0, ['VendorOrchestration: the container is 320×600 px; 400×600 px or more is recommended.']],
    [400, 600, []],
    [800, 0, []],
    [0, 0, []],
  ])('of %i×%i px is warned of once, or not at all', (width, height, warnings) => {
    const { mount } = openIn({ width, height });
    resize({});
    expect(warn.mock.calls.map(([text]) => text)).toEqual(warnings);
    mount.close();
  });

  test('is warned of when a hidden container is shown', () => {
    const { mount } = openIn({ width: 0 });
    resize({ width: 300, height: 500 });
    expect(warn).toHaveBeenCalledTimes(1);
    mount.close();
  });
});
