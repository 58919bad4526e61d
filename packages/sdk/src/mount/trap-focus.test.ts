// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TrapOptions, trapFocus } from './trap-focus.ts';

let host: HTMLElement;
let modal: HTMLElement;
let letGo: () => void;

beforeEach(() => {
  // jsdom has no layout, and elements without a box are no Tab stops.
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

/** Returns the id or name of the element that has the focus. */
function focused(): string {
  const { activeElement } = document;
  const element = activeElement === host ? (host.shadowRoot?.activeElement ?? host) : activeElement;
  return element?.id || element?.localName || '';
}

/** Presses the Tab key at the focus; returns whether its default action was prevented, which jsdom does not simulate. */
function tab(shiftKey = false): boolean {
  const target = host.shadowRoot?.activeElement ?? document.activeElement ?? document.body;
  return !target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, composed: true, cancelable: true }),
  );
}

/** Presses an element; returns whether the event reaches page or modal. */
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
    ['backward before any stop was reached', '', true, 'last'],
  ])('wraps around with the Tab key %s', (_, from, isBackward, to) => {
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
    ['before any stop was reached', '', false],
  ])('leaves the Tab key to the browser %s', (_, from, isBackward) => {
    trap();
    const element = from ? inModal(from) : modal;
    element.focus();
    expect(tab(isBackward)).toBe(false);
    expect(host.shadowRoot?.activeElement).toBe(element);
  });

  test('selects the content of a field reached by Tab, like the browser', () => {
    trap();
    inModal('#first').focus();
    tab(true);
    const { selectionStart, selectionEnd } = inModal('#last') as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, 'Maple Street'.length]);
  });

  test('keeps the focus on the modal while it has no usable element', () => {
    trap();
    for (const stop of modal.querySelectorAll('button, input')) stop.remove();
    inModal('h1').focus();
    expect([tab(), focused()]).toEqual([true, 'section']);
  });

  test('leads Tab back inside if the screen has lost the focused element', () => {
    trap();
    inModal('#first').focus();
    inModal('#first').replaceWith(Object.assign(document.createElement('button'), { id: 'new' }));
    expect(host.shadowRoot?.activeElement).toBe(null);
    expect([tab(), focused()]).toEqual([true, 'new']);
  });

  test('leaves all keys but Tab to the browser', () => {
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

describe('focus in a browser without modal dialogs', () => {
  test('moves the focus into the modal if it was outside before the trap loaded', () => {
    page().focus();
    trap();
    expect(focused()).toBe('section');
  });

  test('pulls the focus back when it leaves, without events for the page', () => {
    trap();
    inModal('#last').focus();
    const heard = vi.fn();
    page().addEventListener('focusin', heard);
    page().focus();
    expect([focused(), heard.mock.calls.length]).toEqual(['last', 0]);
  });

  test('pulls the focus back to the modal if the focused element is gone', () => {
    trap();
    inModal('#last').focus();
    inModal('#last').remove();
    page().focus();
    expect(focused()).toBe('section');
  });

  test('does not loop with another focus trap', async () => {
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

  test.each(['mousedown', 'touchstart', 'click'] as const)('blocks %s outside, but not inside', (type) => {
    trap();
    inModal('#first').focus();
    expect(press(page(), type)).toEqual({ isHeard: type !== 'click', isRefused: true });
    expect(press(inModal('#first'), type)).toEqual({ isHeard: true, isRefused: false });
  });
});

describe('focus in a browser with modal dialogs', () => {
  test('leaves focus, Tab and presses to a modal above until the focus returns', () => {
    trap({ yields: true });
    inModal('#last').focus();
    page().focus();
    expect([focused(), tab(), press(page(), 'click').isHeard]).toEqual(['page', false, true]);
    inModal('#last').focus();
    expect([tab(), focused(), press(page(), 'click').isHeard]).toEqual([true, 'first', false]);
  });

  test('leaves the focus outside if it was there before the trap', () => {
    page().focus();
    trap({ yields: true });
    expect([focused(), tab(), press(page(), 'click').isHeard]).toEqual(['page', false, true]);
  });
});

test('lets the focus leave after the trap is released', () => {
  trap();
  inModal('#last').focus();
  letGo();
  expect(tab()).toBe(false);
  page().focus();
  expect([focused(), press(page(), 'click').isHeard]).toEqual(['page', true]);
});
