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
  // A trap of the page, which was there before.
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

/** @returns whether an event has arrived at an element, and what became of it. */
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

test.each(types)('a trap of the page does not undo what happens in the modal: %s', (type) => {
  expect(happen(inside, type)).toEqual({ arrived: true, allowed: true });
});

test.each(types)('nor by what was there before those methods: %s', (type) => {
  undo = (event) => {
    event.returnValue = false;
    event.cancelBubble = true;
  };
  expect(happen(inside, type)).toEqual({ arrived: true, allowed: true });
  expect(happen(document.querySelector('button')!, type)).toEqual({ arrived: false, allowed: false });
});

test('nor does a page hinder it that has frozen what events inherit', () => {
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

test.each(types)('the modal itself may undo what happens in it: %s', (type) => {
  expect(happen(inside, type, (event) => event.preventDefault())).toEqual({ arrived: true, allowed: false });
});

test('leaves `preventDefault()` its effect on keys: a page tells its dialog by it not to close', () => {
  const heard = happen(inside, 'keydown');
  expect(heard.allowed).toBe(true);
  document.addEventListener('keydown', (event) => event.preventDefault(), {
    capture: true,
    signal: life.signal,
  });
  expect(happen(inside, 'keydown').allowed).toBe(false);
});

test.each(types)('removes the shield afterwards: %s', (type) => {
  leave();
  expect(happen(inside, type)).toEqual({ arrived: false, allowed: false });
});
