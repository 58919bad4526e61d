// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { heldEvents } from './held-events.ts';
import { holdEvents } from './hold-events.ts';

let host: HTMLElement;
let inside: HTMLElement;
let received: string[];
let life: AbortController;
let release: () => void;

beforeEach(() => {
  document.body.innerHTML = '<button></button><div></div>';
  host = document.querySelector('div')!;
  inside = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'));
  received = [];
  life = new AbortController();
});
afterEach(() => {
  life.abort();
  vi.restoreAllMocks();
  release();
  document.body.replaceChildren();
});

/** Records events that bubble up to the page's document. */
function listen(...types: string[]) {
  const hear = ({ type }: Event) => void received.push(type);
  for (const type of types) document.addEventListener(type, hear, { signal: life.signal });
}

/**
 * Dispatches an event on an element; a keyboard event if a code is given.
 *
 * @returns whether its default action was not prevented.
 */
function happen(target: Element, type: string, code?: string, repeat?: 'repeat') {
  const event = new Event(type, { bubbles: true, composed: true, cancelable: true });
  const key = code === 'Space' ? ' ' : code;
  return target.dispatchEvent(Object.assign(event, code && { code, key }, repeat && { repeat: true }));
}

/** Collects listeners that are added to the page or its window from now on. */
function listenersOfPage() {
  const listeners = new Set<string>();
  for (const place of [document, window]) {
    vi.spyOn(place, 'addEventListener').mockImplementation((type) => void listeners.add(type));
    vi.spyOn(place, 'removeEventListener').mockImplementation((type) => void listeners.delete(type));
  }
  return listeners;
}

const outside = () => document.querySelector('button')!;

describe.each(['overlay', 'fill'] as const)('a mount whose frame is %s', (frame) => {
  beforeEach(() => {
    release = holdEvents(host, heldEvents(frame));
  });

  test('lets the page get the keyup of a key pressed in the page', () => {
    listen('keydown', 'keyup');
    happen(outside(), 'keydown', 'Enter');
    happen(inside, 'keyup', 'Enter');
    expect(received).toEqual(['keydown', 'keyup']);
  });

  test('hides the keyup of a key pressed in the flow, wherever and whenever it is released', () => {
    listen('keydown', 'keyup');
    happen(inside, 'keydown', 'Tab');
    happen(inside, 'keyup', 'Tab');
    happen(inside, 'keydown', 'Escape');
    host.remove();
    release();
    happen(document.body, 'keyup', 'Escape');
    expect(received).toEqual([]);
    happen(document.body, 'keydown', 'Escape');
    happen(document.body, 'keyup', 'Escape');
    expect(received).toEqual(['keydown', 'keyup']);
  });

  test.each(['Escape', ...(frame === 'overlay' ? ['Tab'] : [])])(
    "hides %s from capturing listeners of the document, and applies the flow's preventDefault",
    (code) => {
      const hear = vi.fn((event: Event) => event.preventDefault());
      const options = { capture: true, signal: life.signal };
      for (const type of ['keydown', 'keyup']) document.addEventListener(type, hear, options);
      inside.focus();
      expect(happen(inside, 'keydown', code)).toBe(true);
      expect(happen(inside, 'keyup', code)).toBe(true);
      inside.addEventListener('keydown', (event) => event.preventDefault());
      expect(happen(inside, 'keydown', code)).toBe(false);
      expect(hear).not.toHaveBeenCalled();
      expect(happen(outside(), 'keydown', code)).toBe(false);
    },
  );

  test('lets capturing listeners of the page prevent other keys', () => {
    const refuse = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', refuse, { capture: true, signal: life.signal });
    expect(happen(inside, 'keydown', 'KeyA')).toBe(false);
  });

  test('ignores an Escape that cancels a composition', () => {
    const hear = vi.fn();
    inside.addEventListener('keydown', hear);
    inside.focus();
    inside.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, composed: true }),
    );
    expect(hear).not.toHaveBeenCalled();
  });

  test('lets the page get the keyup of a key held while the flow opens, but no repeats', () => {
    listen('keydown', 'keyup');
    happen(outside(), 'keydown', 'Enter');
    happen(inside, 'keydown', 'Enter', 'repeat');
    happen(inside, 'keydown', 'Enter', 'repeat');
    happen(inside, 'keyup', 'Enter');
    expect(received).toEqual(['keydown', 'keyup']);
  });

  test('hides repeats and keyup of a key held while the flow closes', () => {
    listen('keydown', 'keypress', 'keyup');
    happen(inside, 'keydown', 'Escape');
    host.remove();
    happen(document.body, 'keydown', 'Escape', 'repeat');
    happen(document.body, 'keypress', 'Escape');
    happen(document.body, 'keydown', 'Escape', 'repeat');
    happen(document.body, 'keyup', 'Escape');
    expect(received).toEqual([]);
  });

  test.each(['Enter', 'Space'])(
    'prevents %s held while the flow closes from pressing a button of the page',
    (code) => {
      happen(inside, 'keydown', code);
      host.remove();
      expect(happen(outside(), 'keydown', code, 'repeat')).toBe(false);
      expect(happen(outside(), 'keypress', code)).toBe(false);
      expect(happen(outside(), 'keyup', code)).toBe(false);
      expect(happen(outside(), 'keydown', code)).toBe(true);
    },
  );

  test.each(['Tab', 'ArrowDown'])('lets a held %s continue from the flow into the page', (code) => {
    expect(happen(inside, 'keydown', code)).toBe(true);
    expect(happen(outside(), 'keydown', code, 'repeat')).toBe(true);
    expect(happen(outside(), 'keyup', code)).toBe(true);
  });

  test('sends the keyup of each of several pressed keys to the side where that key was pressed', () => {
    listen('keyup');
    happen(outside(), 'keydown', 'ShiftLeft');
    happen(inside, 'keydown', 'Tab');
    happen(inside, 'keyup', 'ShiftLeft');
    expect(received).toEqual(['keyup']);
    happen(outside(), 'keyup', 'Tab');
    expect(received).toEqual(['keyup']);
  });

  test('lets the page get the next press of a key without a keyup, as with letters pressed with Command', () => {
    listen('keyup');
    happen(inside, 'keydown', 'KeyC');
    host.remove();
    happen(document.body, 'keydown', 'KeyC');
    happen(document.body, 'keyup', 'KeyC');
    expect(received).toEqual(['keyup']);
  });

  test.each([
    ...['copy', 'cut', 'paste', 'wheel', 'touchmove', 'keydown', 'keypress'],
    ...['beforeinput', 'input', 'textInput', 'compositionstart', 'compositionupdate', 'compositionend'],
  ])('hides %s of the flow from the page', (type) => {
    listen(type);
    const hear = vi.fn();
    inside.addEventListener(type, hear);
    happen(inside, type);
    expect([received, hear.mock.calls.length]).toEqual([[], 1]);
    happen(outside(), type);
    expect(received).toEqual([type]);
  });

  test.each([
    'touchstart',
    'touchend',
    'click',
    'dblclick',
    'contextmenu',
    'focusin',
    'pointerdown',
    'mousedown',
  ])('lets the page get %s only if the frame is fill', (type) => {
    listen(type);
    happen(inside, type);
    expect(received).toEqual(frame === 'fill' ? [type] : []);
  });

  test.each(['pointer', 'mouse'])('sends the end of a press to the side where it began: %s', (kind) => {
    listen(`${kind}up`);
    happen(inside, `${kind}down`);
    happen(inside, `${kind}up`);
    expect(received).toEqual(frame === 'fill' ? [`${kind}up`] : []);
    received = [];
    // A press in the page that opens the flow, or drags something over it.
    happen(outside(), `${kind}down`);
    happen(inside, `${kind}up`);
    expect(received).toEqual([`${kind}up`]);
  });
});

test('hides Escape from the page for a flow in a closed shadow root', () => {
  const around = document.body.appendChild(document.createElement('div'));
  const host = around.attachShadow({ mode: 'closed' }).appendChild(document.createElement('div'));
  const button = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'));
  release = holdEvents(host, heldEvents('fill'));
  const hear = vi.fn();
  document.addEventListener('keydown', hear, { capture: true, signal: life.signal });
  button.focus();
  happen(button, 'keydown', 'Escape');
  expect(hear).not.toHaveBeenCalled();
});

test('passes Escape to a flow over the page while nothing has the focus', () => {
  host.shadowRoot!.innerHTML = '<dialog role="dialog"></dialog>';
  const heard = vi.fn();
  host.shadowRoot!.firstElementChild!.addEventListener('keydown', heard);
  release = holdEvents(host, heldEvents('overlay'));
  listen('keydown');
  happen(document.body, 'keydown', 'Escape');
  expect(heard).toHaveBeenCalledOnce();
});

test.each(['pointerdown', 'pointerup', 'mousedown', 'mouseup'])(
  'hides %s in a flow over the page from capturing listeners of the document',
  (type) => {
    release = holdEvents(host, heldEvents('overlay'));
    const hear = vi.fn();
    document.addEventListener(type, hear, { capture: true, signal: life.signal });
    happen(inside, type.replace('up', 'down'));
    happen(inside, type);
    expect(hear).not.toHaveBeenCalled();
    happen(outside(), type);
    expect(hear).toHaveBeenCalledOnce();
  },
);

test('removes all listeners once all pressed keys are released', () => {
  release = holdEvents(host, heldEvents('overlay'));
  const listeners = listenersOfPage();
  happen(inside, 'keydown', 'Enter');
  expect(listeners).toContain('keyup');
  happen(inside, 'keyup', 'Enter');
  expect(listeners.size).toBe(0);
});

test('adds no listeners to the page for a press that becomes scrolling, whose end is never reported', () => {
  release = holdEvents(host, heldEvents('overlay'));
  const listeners = listenersOfPage();
  happen(inside, 'pointerdown');
  expect(listeners.size).toBe(0);
});

describe('a key whose keyup is never reported', () => {
  let removed: (type: string) => void;
  beforeEach(() => {
    removed = vi.fn();
    release = holdEvents(host, heldEvents('overlay'));
    happen(inside, 'keydown', 'MetaLeft');
    happen(inside, 'keydown', 'KeyC');
    happen(inside, 'keyup', 'MetaLeft');
    vi.spyOn(window, 'removeEventListener').mockImplementation((type) => removed(type));
  });

  test.each(['keydown', 'keyup', 'pointerdown'])(
    'removes all listeners after the next %s in the page',
    (type) => {
      host.remove();
      happen(document.body, type, 'KeyX');
      expect(removed).toHaveBeenCalledWith('keyup');
    },
  );

  test('removes every listener once the window loses the focus', () => {
    happen(inside, 'blur');
    expect(removed).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('blur'));
    expect(removed).toHaveBeenCalledWith('keyup');
  });

  test('ignores moves of the focus within the page', () => {
    outside().dispatchEvent(new Event('blur'));
    expect(removed).not.toHaveBeenCalled();
  });
});
