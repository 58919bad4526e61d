// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFullscreen } from './fullscreen-mount.ts';

const told = { onDismiss: vi.fn(), onRemoved: vi.fn() };
const options = { styleSheet: ':host { color: red }', cspNonce: undefined, ...told };
const before =
  '<main><button id="go">Verify</button></main><aside inert></aside><nav aria-hidden="false"></nav>';
const snapshot = () => document.documentElement.outerHTML;

beforeEach(() => {
  document.body.innerHTML = before;
  vi.clearAllMocks();
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('style');
});

/** Presses Tab somewhere in the page; returns whether the trap handled the key. */
function tab(): boolean {
  const press = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  document.body.dispatchEvent(press);
  return press.defaultPrevented;
}

/** Resolves once the focus trap has loaded, which the first screen does not wait for. */
const trapped = () => vi.waitFor(() => expect(tab()).toBe(true), 10_000);

/** A mount with a screen that has the focus. */
function openDrawn() {
  const mount = openFullscreen(options);
  const dialog = mount.root.appendChild(document.createElement('dialog'));
  dialog.tabIndex = -1;
  dialog.append(document.createElement('button'), document.createElement('h1'));
  const heading = dialog.querySelector('h1')!;
  heading.tabIndex = -1;
  heading.focus();
  mount.settle();
  return { mount, dialog, heading };
}

test('covers the page with a shadow root of its own', { tags: ['S4.5-22'] }, () => {
  const { mount } = openDrawn();
  const host = document.querySelector<HTMLElement>('[data-vendor-orchestration]');
  expect(host?.shadowRoot).toBe(mount.root);
  expect(mount.frame).toBe('overlay');
  mount.close();
});

test('stays on top without styles that a copy of its markup would also have', () => {
  const { mount } = openDrawn();
  const copy = document.querySelector('[data-vendor-orchestration]')?.cloneNode() as Element;
  expect(copy.getAttributeNames().filter((name) => !name.startsWith('data-'))).toEqual([]);
  expect(mount.root.querySelector('style')?.textContent).toContain('position:fixed!important');
  mount.close();
});

test('removes the aria-hidden that a modal of the page sets, as React Aria’s do', async () => {
  const { mount } = openDrawn();
  const { host } = mount.root;
  host.setAttribute('aria-hidden', 'true');
  await null;
  expect(host.hasAttribute('aria-hidden')).toBe(false);
  mount.close();
  host.setAttribute('aria-hidden', 'true');
  await null;
  expect(host.hasAttribute('aria-hidden')).toBe(true);
});

test('inserts the flow only once drawn, so that its first screen is laid out once', () => {
  const mount = openFullscreen(options);
  expect(mount.root.isConnected).toBe(false);
  mount.close();
  expect(document.body.innerHTML).toBe(before.replace('inert', 'inert=""'));
});

const overflow = () => getComputedStyle(document.documentElement).overflow;

test('prevents scrolling of the page, whatever its unlayered style rules', () => {
  document.documentElement.style.overflow = 'scroll';
  const { mount } = openDrawn();
  expect(overflow()).toBe('hidden');
  mount.close();
  expect(overflow()).toBe('scroll');
});

test('restores the page once, even if it is closed twice', () => {
  document.documentElement.style.overflow = 'scroll';
  const page = snapshot();
  const { mount } = openDrawn();
  expect(snapshot()).not.toBe(page);
  mount.close();
  mount.close();
  expect(snapshot()).toBe(page);
});

test("leaves the page's style attributes unchanged", () => {
  const { style } = document.documentElement;
  style.overflow = 'hidden';
  const { mount } = openDrawn();
  style.cssText = '--brand: teal;';
  expect(overflow()).toBe('hidden');
  mount.close();
  expect(document.documentElement.getAttribute('style')).toBe('--brand: teal;');
});

test('locks the body if the viewport has its overflow, so that no other element starts to scroll', () => {
  document.documentElement.style.overflow = 'visible';
  document.body.style.overflow = 'auto';
  const { mount } = openDrawn();
  expect([overflow(), getComputedStyle(document.body).overflow]).toEqual(['visible', 'hidden']);
  mount.close();
  document.body.removeAttribute('style');
});

test.each(['ltr', 'rtl'])(
  'compensates for the removed scroll bar, on the right of a page in direction %s',
  (dir) => {
    const { documentElement: page } = document;
    page.dir = dir;
    page.style.paddingRight = '4px';
    vi.spyOn(page, 'clientWidth', 'get').mockImplementation(() => (overflow() === 'hidden' ? 800 : 785));
    const { mount } = openDrawn();
    expect(getComputedStyle(page).paddingRight).toBe('19px');
    mount.close();
    expect(getComputedStyle(page).paddingRight).toBe('4px');
    page.removeAttribute('dir');
  },
);

test('returns the focus to its previous element', () => {
  const button = document.querySelector<HTMLElement>('#go')!;
  button.focus();
  const { mount } = openDrawn();
  expect(document.activeElement).not.toBe(button);
  mount.close();
  expect(document.activeElement).toBe(button);
});

test('returns the focus to an SVG element', () => {
  document.body.insertAdjacentHTML('beforeend', '<svg tabindex="0"></svg>');
  const svg = document.querySelector('svg')!;
  svg.focus();
  const { mount } = openDrawn();
  expect(document.activeElement).not.toBe(svg);
  mount.close();
  expect(document.activeElement).toBe(svg);
});

test('returns the focus into another shadow root', () => {
  const outer = document.body.appendChild(document.createElement('div'));
  const inner = outer.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'));
  inner.focus();
  const { mount } = openDrawn();
  mount.close();
  expect(outer.shadowRoot?.activeElement).toBe(inner);
});

test('keeps the Tab key inside once the screen is shown, and releases it at the end', async () => {
  const { mount } = openDrawn();
  expect(tab()).toBe(false);
  await trapped();
  mount.close();
  expect(tab()).toBe(false);
});

test('ignores keys if it was closed before the focus trap had loaded', async () => {
  const { mount } = openDrawn();
  mount.close();
  const other = openDrawn();
  await trapped();
  other.mount.close();
  expect(tab()).toBe(false);
});

describe('removal by the page', () => {
  test.each([
    ['alone', () => document.querySelector('[data-vendor-orchestration]')?.remove()],
    ['with everything else in the page', () => document.body.replaceChildren()],
    ['with the body', () => document.body.replaceWith(document.createElement('body'))],
  ])('calls onRemoved once if removed %s', async (_, remove) => {
    const { mount } = openDrawn();
    remove();
    await null;
    expect(options.onRemoved).toHaveBeenCalledTimes(1);
    mount.close();
    expect(document.documentElement.hasAttribute('style')).toBe(false);
  });

  test('does not call onRemoved after a move, or when it closes itself', async () => {
    const { mount } = openDrawn();
    const box = document.body.appendChild(document.createElement('section'));
    box.append(mount.root.host);
    await null;
    expect(options.onRemoved).not.toHaveBeenCalled();
    box.remove();
    await null;
    expect(options.onRemoved).toHaveBeenCalledTimes(1);
    mount.close();
    const other = openDrawn().mount;
    other.close();
    await null;
    expect(options.onRemoved).toHaveBeenCalledTimes(1);
  });
});

describe('in a browser without modal dialogs', () => {
  test('hides the page from assistive technology, and restores it', async () => {
    const { mount } = openDrawn();
    const attributes = (selector: string) =>
      ['inert', 'aria-hidden'].map((name) => document.querySelector(selector)?.getAttribute(name));
    await vi.waitFor(() => expect(attributes('main')).toEqual(['', 'true']), 10_000);
    expect(attributes('nav')).toEqual(['', 'true']);
    expect(attributes('aside')).toEqual(['', null]);
    mount.close();
    expect(document.body.innerHTML).toBe(before.replace('inert', 'inert=""'));
  });

  test('leaves the page unchanged if closed before the code that hides it has loaded', async () => {
    openDrawn().mount.close();
    await import('./hide-page.ts');
    await null;
    expect(document.body.innerHTML).toBe(before.replace('inert', 'inert=""'));
  });

  test('blocks presses on the page, and takes back the focus that it took meanwhile', async () => {
    const { mount, dialog } = openDrawn();
    const button = document.querySelector<HTMLElement>('#go')!;
    button.focus();
    await vi.waitFor(() => expect(mount.root.activeElement).toBe(dialog), 10_000);
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    button.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    mount.close();
  });
});

describe('in a browser with modal dialogs', () => {
  const proto = HTMLDialogElement.prototype as Partial<HTMLDialogElement>;
  const showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
    // The dialog focusing steps of the HTML standard: the first focusable element.
    this.querySelector('button')?.focus();
  });
  beforeEach(() => void Object.assign(proto, { showModal }));
  afterEach(() => void Reflect.deleteProperty(proto, 'showModal'));

  test('uses the top layer, which hides the page without changes to it', () => {
    const page = document.body.innerHTML;
    const { mount, dialog } = openDrawn();
    expect(showModal.mock.instances).toEqual([dialog]);
    mount.root.host.remove();
    expect(document.body.innerHTML).toBe(page);
    mount.close();
  });

  test('returns the focus to the heading after the dialog has taken it', () => {
    const { mount, heading } = openDrawn();
    expect(mount.root.activeElement).toBe(heading);
    mount.close();
  });

  test('asks the user when the platform requests to close', () => {
    const { mount, dialog } = openDrawn();
    const request = new Event('cancel', { cancelable: true });
    dialog.dispatchEvent(request);
    expect([request.defaultPrevented, options.onDismiss.mock.calls.length]).toEqual([true, 1]);
    mount.close();
  });

  test('stays open when no file was chosen', () => {
    const { mount, dialog } = openDrawn();
    const input = dialog.appendChild(document.createElement('input'));
    input.dispatchEvent(new Event('cancel', { bubbles: true, cancelable: true }));
    expect(options.onDismiss).not.toHaveBeenCalled();
    mount.close();
  });

  test('reopens and asks the user once after the platform has closed it', () => {
    const { mount, dialog, heading } = openDrawn();
    showModal.mockClear();
    dialog.dispatchEvent(new Event('cancel', { cancelable: false }));
    dialog.dispatchEvent(new Event('close'));
    expect(showModal).toHaveBeenCalledTimes(1);
    expect(options.onDismiss).toHaveBeenCalledTimes(1);
    expect(mount.root.activeElement).toBe(heading);
    mount.close();
  });

  test('allows the use of a dialog that the page opens above it', async () => {
    const { mount, heading } = openDrawn();
    await trapped();
    const above = document.querySelector<HTMLElement>('#go')!;
    above.focus();
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    above.dispatchEvent(press);
    expect([document.activeElement, press.defaultPrevented]).toEqual([above, false]);
    heading.focus();
    const outside = new MouseEvent('click', { bubbles: true, cancelable: true });
    above.dispatchEvent(outside);
    expect(outside.defaultPrevented).toBe(true);
    mount.close();
  });
});

describe('touches in a browser that cannot contain overscrolling', () => {
  /** Drags over an element by some pixels; returns whether the page may scroll. */
  function drag(target: Element, byPx: number, fingers = 1): boolean {
    const touch = (type: string, clientY: number) => {
      const event = new Event(type, { bubbles: true, cancelable: true, composed: true });
      Object.assign(event, { touches: Array.from({ length: fingers }, () => ({ clientY })) });
      target.dispatchEvent(event);
      return !event.defaultPrevented;
    };
    touch('touchstart', 300);
    return touch('touchmove', 300 + byPx);
  }

  /** Resolves once the code that handles touches has loaded, after the flow. */
  const arrived = async () => {
    await import('./hold-touches.ts');
    await new Promise((resolve) => setTimeout(resolve));
  };

  function openScrolled(scrollTop: number) {
    const { mount, dialog, heading } = openDrawn();
    const page = dialog.appendChild(document.createElement('div'));
    page.append(heading);
    const sizes = { scrollHeight: 900, clientHeight: 400, scrollTop };
    for (const [name, value] of Object.entries(sizes)) Object.defineProperty(page, name, { value });
    page.style.overflowY = 'auto';
    return { mount, heading };
  }

  test.each([
    ['in the middle', 200, [true, true]],
    ['at the top', 0, [true, false]],
    ['at the end', 500, [false, true]],
  ])('scrolls the touched element, %s, and nothing behind it', async (_, scrollTop, allowed) => {
    const { mount, heading } = openScrolled(scrollTop);
    await arrived();
    expect([drag(heading, -40), drag(heading, 40)]).toEqual(allowed);
    mount.close();
  });

  test('prevents scrolling where nothing scrolls, but allows zooming with two fingers', async () => {
    const { mount, heading } = openDrawn();
    await arrived();
    expect([drag(heading, 40), drag(heading, 40, 2)]).toEqual([false, true]);
    mount.close();
  });

  test('keep their default action in a browser that can contain overscrolling', async () => {
    vi.stubGlobal('CSS', { supports: () => true });
    const { mount, heading } = openDrawn();
    await arrived();
    expect(drag(heading, 40)).toBe(true);
    mount.close();
    vi.unstubAllGlobals();
  });
});
