// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TrapOptions, trapFocus } from './trap-focus.ts';

let host: HTMLElement;
let modal: HTMLElement;
let letGo: () => void;

beforeEach(() => {
  // jsdom lays nothing out, and what has no box is no stop of the Tab key.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as never);
  document.body.innerHTML = '<button id="page">Pay</button><div></div>';
  host = document.querySelector('div') as HTMLElement;
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<section tabindex="-1">
    <h1 tabindex="-1">Over the stops</h1>
    <button id="first">Back</button>
    <h2 tabindex="-1">Between the stops</h2>
    <button disabled>Not yet</button>
    <input id="last" value="Maple Street">
    <h3 tabindex="-1">Below the stops</h3>
  </section>`;
  modal = root.querySelector('section') as HTMLElement;
  letGo = () => {};
});
afterEach(() => {
  letGo();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const inModal = (selector: string) => modal.querySelector(selector) as HTMLElement;
const page = () => document.querySelector('#page') as HTMLElement;
const trap = (options: Partial<TrapOptions> = {}) => {
  letGo = trapFocus(host, { fallback: modal, yields: false, ...options });
};

/** Names the element that has the focus, by its id or name. */
function focused(): string {
  const { activeElement } = document;
  const element = activeElement === host ? (host.shadowRoot?.activeElement ?? host) : activeElement;
  return element?.id || element?.localName || '';
}

/** Presses the Tab key where the focus is; answers whether it was kept from the browser, which jsdom does not play. */
function tab(shiftKey = false): boolean {
  const target = host.shadowRoot?.activeElement ?? document.activeElement ?? document.body;
  return !target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, composed: true, cancelable: true }),
  );
}

/** Presses an element; answers whether the page or the modal may know. */
function press(element: Element, type: 'mousedown' | 'touchstart' | 'click') {
  const heard = vi.fn();
  element.addEventListener(type, heard, { once: true });
  const event = new Event(type, { bubbles: true, composed: true, cancelable: true });
  element.dispatchEvent(event);
  return { isHeard: heard.mock.calls.length === 1, isRefused: event.defaultPrevented };
}

describe('the Tab key', () => {
  test.each([
    ['at the last stop', '#last', false, 'first'],
    ['below the last stop', 'h3', false, 'first'],
    ['backward at the first stop', '#first', true, 'last'],
    ['backward over the first stop', 'h1', true, 'last'],
    ['backward where nothing has been reached yet', '', true, 'last'],
  ])('%s goes round', (_, from, isBackward, to) => {
    trap();
    (from ? inModal(from) : modal).focus();
    expect([tab(isBackward), focused()]).toEqual([true, to]);
  });

  test.each([
    ['at the first stop', '#first', false],
    ['over the first stop', 'h1', false],
    ['between the stops', 'h2', false],
    ['backward between the stops', 'h2', true],
    ['backward at the last stop', '#last', true],
    ['backward below the last stop', 'h3', true],
    ['where nothing has been reached yet', '', false],
  ])('%s is left to the browser', (_, from, isBackward) => {
    trap();
    const element = from ? inModal(from) : modal;
    element.focus();
    expect(tab(isBackward)).toBe(false);
    expect(host.shadowRoot?.activeElement).toBe(element);
  });

  test('selects what is in a field, as the browser does', () => {
    trap();
    inModal('#first').focus();
    tab(true);
    const { selectionStart, selectionEnd } = inModal('#last') as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, 'Maple Street'.length]);
  });

  test('stays on the modal while nothing in it can be used', () => {
    trap();
    for (const stop of modal.querySelectorAll('button, input')) stop.remove();
    inModal('h1').focus();
    expect([tab(), focused()]).toEqual([true, 'section']);
  });

  test('leads back in when the screen has lost what had the focus', () => {
    trap();
    inModal('#first').focus();
    inModal('#first').replaceWith(Object.assign(document.createElement('button'), { id: 'new' }));
    expect(host.shadowRoot?.activeElement).toBe(null);
    expect([tab(), focused()]).toEqual([true, 'new']);
  });

  test('stays the only key that the trap takes', () => {
    trap();
    inModal('#last').focus();
    const enter = new KeyboardEvent('keydown', {
      key: 'Enter',
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    inModal('#last').dispatchEvent(enter);
    expect(enter.defaultPrevented).toBe(false);
  });
});

describe('where the browser holds no focus in a modal', () => {
  test('brings focus that was outside before the trap loaded into the modal', () => {
    page().focus();
    trap();
    expect(focused()).toBe('section');
  });

  test('returns the focus when it leaves, without events for the page', () => {
    trap();
    inModal('#last').focus();
    const heard = vi.fn();
    page().addEventListener('focusin', heard);
    page().focus();
    expect([focused(), heard.mock.calls.length]).toEqual(['last', 0]);
  });

  test('returns focus from a removed screen to the modal', () => {
    trap();
    inModal('#last').focus();
    inModal('#last').remove();
    page().focus();
    expect(focused()).toBe('section');
  });

  test('another trap that pulls as well ends nothing', async () => {
    trap();
    inModal('#first').focus();
    let pulls = 0;
    const pull = ({ target }: Event) => {
      if (target === page()) return;
      pulls++;
      page().focus();
    };
    document.addEventListener('focusin', pull, true);
    page().focus();
    document.removeEventListener('focusin', pull, true);
    expect([focused(), pulls]).toEqual(['page', 2]);
    await Promise.resolve();
    inModal('#first').focus();
    page().focus();
    expect(focused()).toBe('first');
  });

  test.each(['mousedown', 'touchstart', 'click'] as const)(
    '%s outside is refused, inside it is not',
    (type) => {
      trap();
      inModal('#first').focus();
      expect(press(page(), type)).toEqual({ isHeard: type !== 'click', isRefused: true });
      expect(press(inModal('#first'), type)).toEqual({ isHeard: true, isRefused: false });
    },
  );
});

describe('where the browser holds the focus in a modal', () => {
  test('a modal of the page above it has focus, key and presses until the focus comes back', () => {
    trap({ yields: true });
    inModal('#last').focus();
    page().focus();
    expect([focused(), tab(), press(page(), 'click').isHeard]).toEqual(['page', false, true]);
    inModal('#last').focus();
    expect([tab(), focused(), press(page(), 'click').isHeard]).toEqual([true, 'first', false]);
  });

  test('leaves a focus outside that came before the trap', () => {
    page().focus();
    trap({ yields: true });
    expect([focused(), tab(), press(page(), 'click').isHeard]).toEqual(['page', false, true]);
  });
});

test('let go, it leaves key, focus and presses alone', () => {
  trap();
  inModal('#last').focus();
  letGo();
  expect(tab()).toBe(false);
  page().focus();
  expect([focused(), press(page(), 'click').isHeard]).toEqual(['page', true]);
});
