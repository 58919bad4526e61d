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

test('fills its container and leaves the page unchanged', { tags: ['S4.5-24'] }, () => {
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

test('traps neither Tab nor the pointer', () => {
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

describe('focus at the end', () => {
  const open = () => {
    document.querySelector('button')?.focus();
    const mount = openInline(box, options);
    const inside = mount.root.appendChild(document.createElement('button'));
    inside.focus();
    return mount;
  };

  test('returns the focus to its previous element', () => {
    const mount = open();
    mount.close();
    expect(document.activeElement).toBe(document.querySelector('main button'));
  });

  test('leaves the focus where the user works elsewhere in the page', () => {
    const mount = open();
    const field = document.querySelector('main')!.appendChild(document.createElement('input'));
    field.focus();
    mount.close();
    expect(document.activeElement).toBe(field);
  });

  test('leaves the focus on the body if the user had left the flow before', () => {
    const mount = open();
    const field = document.querySelector('main')!.appendChild(document.createElement('input'));
    field.focus();
    field.blur();
    mount.close();
    expect(document.activeElement).toBe(document.body);
  });
});

test.each([
  ['the flow', () => document.querySelector('[data-vendor-orchestration]')?.remove()],
  ['its container', () => box.remove()],
  ['the parent of its container', () => document.body.replaceChildren()],
])('calls onRemoved once if the page removes %s', async (_, remove) => {
  const mount = openInline(box, options);
  remove();
  await null;
  expect(options.onRemoved).toHaveBeenCalledTimes(1);
  mount.close();
});

describe('size of the flow', () => {
  /** Sizes of the container as laid out by a browser, and a callback that reports a change. */
  let room = { width: 0, height: 0, free: 0, above: 0, isShown: true };
  let onResize = () => {};
  const resize = (changed: Partial<typeof room>) => {
    room = { ...room, ...changed };
    onResize();
  };
  const openIn = (size: Partial<typeof room>) => {
    room = { width: 800, height: 0, free: 0, above: 0, isShown: true, ...size };
    const disconnect = vi.fn();
    const observed: Element[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = (element: Element) => observed.push(element);
        disconnect = disconnect;
        constructor(callback: () => void) {
          onResize = callback;
        }
      },
    );
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => room.width);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => room.height);
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return this === box ? 0 : room.above;
    });
    vi.spyOn(box, 'clientHeight', 'get').mockImplementation(() => room.free);
    vi.spyOn(box, 'getClientRects').mockImplementation(() => (room.isShown ? [new DOMRect()] : []) as never);
    const mount = openInline(box, options);
    const height = () => (mount.root.host as HTMLElement).style.height;
    return { mount, height, observed, disconnect };
  };

  test('takes the height of a container that has one', () => {
    const { height, mount } = openIn({ height: 700 });
    expect(height()).toBe('100%');
    mount.close();
  });

  test('falls back to the recommended height in a container as high as its content', () => {
    const { height, mount } = openIn({ height: 0 });
    expect(height()).toBe('600px');
    mount.close();
  });

  test('takes the free height in a container with a minimum height', () => {
    const { height, mount } = openIn({ height: 0, free: 720 });
    expect(height()).toBe('720px');
    mount.close();
  });

  test('follows the height of its container until closed', () => {
    const { height, mount, disconnect } = openIn({ height: 0 });
    resize({ height: 640 });
    expect(height()).toBe('100%');
    mount.close();
    expect(disconnect).toHaveBeenCalled();
  });

  test.each([
    ['the height below a heading', 640, 60, '580px'],
    ['the full height if the heading is gone', 640, 0, '100%'],
    ['the minimum usable height if less is left', 640, 500, '400px'],
    ['the height of its container, even below the minimum', 300, 0, '100%'],
  ])('takes %s', (_, full, above, expected) => {
    const { height, mount } = openIn({ height: full, free: full, above: 60 });
    resize({ above });
    expect(height()).toBe(expected);
    mount.close();
  });

  test('takes the height of its containing block if the container has no box', () => {
    const { height, mount } = openIn({ height: 700, free: 0 });
    expect(height()).toBe('100%');
    mount.close();
  });

  test('adapts to changes of other elements in the container', async () => {
    box.innerHTML = '<h2>Verify</h2>';
    const { mount, observed } = openIn({ height: 640, free: 640, above: 60 });
    expect(observed).toEqual([box, box.querySelector('h2')]);
    box.insertAdjacentHTML('afterbegin', '<p>Come closer.</p>');
    await null;
    expect(observed).toContain(box.querySelector('p'));
    mount.close();
    observed.length = 0;
    box.append('text');
    await null;
    expect(observed).toEqual([]);
  });

  /** Resolves once the code that warns has loaded. */
  const spoken = async () => {
    await import('./warn-room.ts');
    await new Promise((resolve) => setTimeout(resolve));
    return warn.mock.calls.map(([text]) => text);
  };
  const small = (size: string) =>
    `VendorOrchestration: the flow has ${size} px in its container; 400×600 px or more is recommended.`;

  test.each([
    [320, 700, [small('320×700')]],
    [800, 599, [small('800×599')]],
    [400, 600, []],
    [800, 600, []],
  ])('warns of %i×%i px at most once', { tags: ['S4.5-48'] }, async (width, height, warnings) => {
    const { mount } = openIn({ width, height, free: height });
    resize({});
    expect(await spoken()).toEqual(warnings);
    resize({});
    expect(await spoken()).toEqual(warnings);
    mount.close();
  });

  test('warns of a hidden container once it is shown', async () => {
    const { mount } = openIn({ width: 0, isShown: false });
    expect(await spoken()).toEqual([]);
    resize({ width: 300, height: 500, free: 500, isShown: true });
    expect(await spoken()).toEqual([small('300×500')]);
    mount.close();
  });

  test('does not warn of a container that has grown while the warning loaded', async () => {
    const { mount } = openIn({ width: 300, height: 700, free: 700 });
    resize({ width: 400 });
    expect(await spoken()).toEqual([]);
    mount.close();
  });

  test('warns of a container that does not display the flow, by its name', async () => {
    const { mount } = openIn({ width: 0 });
    resize({});
    expect(await spoken()).toEqual([
      'VendorOrchestration: the container <div id="box"> cannot show the flow; use a block such as <div>.',
    ]);
    mount.close();
  });

  test('does not warn once the flow is gone', async () => {
    const { mount } = openIn({ width: 300 });
    mount.close();
    expect(await spoken()).toEqual([]);
  });
});
