// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shieldEvents } from './shield-events.ts';

const types = ['click', 'touchstart'];

let inside: HTMLElement;
let life: AbortController;
let leave: () => void;
let undo: (event: Event) => void;

beforeEach(() => {
  undo = (event) => {
    event.preventDefault();
    event.stopPropagation();
    event.stopImmediatePropagation();
  };
  document.body.innerHTML = '<button></button><div></div>';
  const host = document.querySelector('div')!;
  inside = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'));
  life = new AbortController();
  const { signal } = life;
  // A focus trap of the page that was there before.
  for (const type of types) {
    const refuse = (event: Event) => {
      if (event.returnValue && !event.cancelBubble) undo(event);
    };
    document.addEventListener(type, refuse, { capture: true, passive: false, signal });
  }
  leave = shieldEvents(host);
});
afterEach(() => {
  life.abort();
  leave();
  document.body.replaceChildren();
});

/** @returns whether an event has arrived at an element, and whether its default action is allowed. */
function happen(target: Element, type: string, hear: (event: Event) => void = () => {}) {
  let arrived = false;
  const listener = (event: Event) => {
    arrived = true;
    hear(event);
  };
  target.addEventListener(type, listener, { once: true });
  const allowed = target.dispatchEvent(new Event(type, { bubbles: true, composed: true, cancelable: true }));
  target.removeEventListener(type, listener);
  return { arrived, allowed };
}

test.each(types)('protects presses in the modal from a focus trap of the page: %s', (type) => {
  expect(happen(inside, type)).toEqual({ arrived: true, allowed: true });
});

test.each(types)('protects presses from returnValue and cancelBubble: %s', (type) => {
  undo = (event) => {
    event.returnValue = false;
    event.cancelBubble = true;
  };
  expect(happen(inside, type)).toEqual({ arrived: true, allowed: true });
  expect(happen(document.querySelector('button')!, type)).toEqual({ arrived: false, allowed: false });
});

test('protects presses in a page that has frozen the prototypes of events', () => {
  const name = 'preventDefault';
  const before = Object.getOwnPropertyDescriptor(Event.prototype, name) as PropertyDescriptor;
  Object.defineProperty(Event.prototype, name, { ...before, writable: false });
  try {
    expect(happen(inside, 'click')).toEqual({ arrived: true, allowed: true });
  } finally {
    Object.defineProperty(Event.prototype, name, before);
  }
});

test.each(types)('leaves events outside the modal to the focus trap: %s', (type) => {
  expect(happen(document.querySelector('button')!, type)).toEqual({ arrived: false, allowed: false });
});

test.each(types)('lets the modal itself prevent events: %s', (type) => {
  expect(happen(inside, type, (event) => event.preventDefault())).toEqual({ arrived: true, allowed: false });
});

test('lets the page prevent keys, by which it keeps its dialogs open', () => {
  const heard = happen(inside, 'keydown');
  expect(heard.allowed).toBe(true);
  document.addEventListener('keydown', (event) => event.preventDefault(), {
    capture: true,
    signal: life.signal,
  });
  expect(happen(inside, 'keydown').allowed).toBe(false);
});

test.each(types)('removes the protection at the end: %s', (type) => {
  leave();
  expect(happen(inside, type)).toEqual({ arrived: false, allowed: false });
});
