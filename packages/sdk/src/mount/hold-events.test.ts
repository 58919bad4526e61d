// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { heldEvents } from './held-events.ts';
import { holdEvents } from './hold-events.ts';

let host: HTMLElement;
let inside: HTMLElement;
let heard: string[];
let life: AbortController;
let release: () => void;

beforeEach(() => {
  document.body.innerHTML = '<button></button><div></div>';
  host = document.querySelector('div')!;
  inside = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'));
  heard = [];
  life = new AbortController();
});
afterEach(() => {
  life.abort();
  vi.restoreAllMocks();
  release();
  document.body.replaceChildren();
});

/** A page that listens to what comes up to its document. */
function listen(...types: string[]) {
  const hear = ({ type }: Event) => void heard.push(type);
  for (const type of types) document.addEventListener(type, hear, { signal: life.signal });
}

/** Something that happens on an element: of a key where a code is given. @returns whether nobody has prevented what it does. */
function happen(target: Element, type: string, code?: string, repeat?: 'repeat') {
  const event = new Event(type, { bubbles: true, composed: true, cancelable: true });
  const key = code === 'Space' ? ' ' : code;
  return target.dispatchEvent(Object.assign(event, code && { code, key }, repeat && { repeat: true }));
}

/** Collects listeners that are added to the page, or its window, from now on. */
function listenersOfPage() {
  const listeners = new Set<string>();
  for (const place of [document, window]) {
    vi.spyOn(place, 'addEventListener').mockImplementation((type) => void listeners.add(type));
    vi.spyOn(place, 'removeEventListener').mockImplementation((type) => void listeners.delete(type));
  }
  return listeners;
}

const outside = () => document.querySelector('button')!;

describe.each(['overlay', 'fill'] as const)('in a frame that is %s', (frame) => {
  beforeEach(() => {
    release = holdEvents(host, heldEvents(frame));
  });

  test('the end of a key that went down in the page goes to the page', () => {
    listen('keydown', 'keyup');
    happen(outside(), 'keydown', 'Enter');
    happen(inside, 'keyup', 'Enter');
    expect(heard).toEqual(['keydown', 'keyup']);
  });

  test('a key that goes down in the flow is over for the page, wherever and whenever it comes up', () => {
    listen('keydown', 'keyup');
    happen(inside, 'keydown', 'Tab');
    happen(inside, 'keyup', 'Tab');
    happen(inside, 'keydown', 'Escape');
    host.remove();
    release();
    happen(document.body, 'keyup', 'Escape');
    expect(heard).toEqual([]);
    happen(document.body, 'keydown', 'Escape');
    happen(document.body, 'keyup', 'Escape');
    expect(heard).toEqual(['keydown', 'keyup']);
  });

  test.each(['Escape', ...(frame === 'overlay' ? ['Tab'] : [])])(
    'keeps %s from listeners of the document that capture, and does with it what the flow says',
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

  test('leaves other keys to what the page says about them: no defence takes its `preventDefault()` away', () => {
    const refuse = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', refuse, { capture: true, signal: life.signal });
    expect(happen(inside, 'keydown', 'KeyA')).toBe(false);
  });

  test('does nothing on an Escape that takes back what is being composed', () => {
    const hear = vi.fn();
    inside.addEventListener('keydown', hear);
    inside.focus();
    inside.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, composed: true }),
    );
    expect(hear).not.toHaveBeenCalled();
  });

  test('a key of the page that is held while the flow opens ends for the page', () => {
    listen('keydown', 'keyup');
    happen(outside(), 'keydown', 'Enter');
    happen(inside, 'keydown', 'Enter', 'repeat');
    happen(inside, 'keydown', 'Enter', 'repeat');
    happen(inside, 'keyup', 'Enter');
    expect(heard).toEqual(['keydown', 'keyup']);
  });

  test('a key of the flow that is held while it closes is none of the page’s', () => {
    listen('keydown', 'keypress', 'keyup');
    happen(inside, 'keydown', 'Escape');
    host.remove();
    happen(document.body, 'keydown', 'Escape', 'repeat');
    happen(document.body, 'keypress', 'Escape');
    happen(document.body, 'keydown', 'Escape', 'repeat');
    happen(document.body, 'keyup', 'Escape');
    expect(heard).toEqual([]);
  });

  test.each(['Enter', 'Space'])(
    '%s of the flow that is held while it closes presses nothing in the page',
    (code) => {
      happen(inside, 'keydown', code);
      host.remove();
      expect(happen(outside(), 'keydown', code, 'repeat')).toBe(false);
      expect(happen(outside(), 'keypress', code)).toBe(false);
      expect(happen(outside(), 'keyup', code)).toBe(false);
      expect(happen(outside(), 'keydown', code)).toBe(true);
    },
  );

  test.each(['Tab', 'ArrowDown'])('%s that is held leads on from the flow into the page', (code) => {
    expect(happen(inside, 'keydown', code)).toBe(true);
    expect(happen(outside(), 'keydown', code, 'repeat')).toBe(true);
    expect(happen(outside(), 'keyup', code)).toBe(true);
  });

  test('ends each of several pressed keys separately', () => {
    listen('keyup');
    happen(outside(), 'keydown', 'ShiftLeft');
    happen(inside, 'keydown', 'Tab');
    happen(inside, 'keyup', 'ShiftLeft');
    expect(heard).toEqual(['keyup']);
    happen(outside(), 'keyup', 'Tab');
    expect(heard).toEqual(['keyup']);
  });

  test('a key whose end never came, as of letters beside Command, is the page’s the next time', () => {
    listen('keyup');
    happen(inside, 'keydown', 'KeyC');
    host.remove();
    happen(document.body, 'keydown', 'KeyC');
    happen(document.body, 'keyup', 'KeyC');
    expect(heard).toEqual(['keyup']);
  });

  test.each([
    ...['copy', 'cut', 'paste', 'wheel', 'touchmove', 'keydown', 'keypress'],
    ...['beforeinput', 'input', 'textInput', 'compositionstart', 'compositionupdate', 'compositionend'],
  ])('the page hears no %s, and the flow does', (type) => {
    listen(type);
    const hear = vi.fn();
    inside.addEventListener(type, hear);
    happen(inside, type);
    expect([heard, hear.mock.calls.length]).toEqual([[], 1]);
    happen(outside(), type);
    expect(heard).toEqual([type]);
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
  ])('%s is heard where the flow stands within the page alone', (type) => {
    listen(type);
    happen(inside, type);
    expect(heard).toEqual(frame === 'fill' ? [type] : []);
  });

  test.each(['pointer', 'mouse'])('the end of a press goes where it began: %s', (kind) => {
    listen(`${kind}up`);
    happen(inside, `${kind}down`);
    happen(inside, `${kind}up`);
    expect(heard).toEqual(frame === 'fill' ? [`${kind}up`] : []);
    heard = [];
    // A press of the page that opens the flow, or drags something over it.
    happen(outside(), `${kind}down`);
    happen(inside, `${kind}up`);
    expect(heard).toEqual([`${kind}up`]);
  });
});

test('keeps Escape from the page of a flow in a closed shadow root', () => {
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

test('takes Escape in a flow over the page while nothing has the focus', () => {
  host.shadowRoot!.innerHTML = '<dialog role="dialog"></dialog>';
  const heard = vi.fn();
  host.shadowRoot!.firstElementChild!.addEventListener('keydown', heard);
  release = holdEvents(host, heldEvents('overlay'));
  listen('keydown');
  happen(document.body, 'keydown', 'Escape');
  expect(heard).toHaveBeenCalledOnce();
});

test.each(['pointerdown', 'pointerup', 'mousedown', 'mouseup'])(
  'keeps %s in a flow over the page from listeners of the document that capture',
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

test('the page is not listened to for a finger that scrolls, whose end never comes', () => {
  release = holdEvents(host, heldEvents('overlay'));
  const listeners = listenersOfPage();
  happen(inside, 'pointerdown');
  expect(listeners.size).toBe(0);
});

describe('of a key whose end never comes', () => {
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

  test('removes every listener once the window is closed', () => {
    happen(inside, 'blur');
    expect(removed).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('blur'));
    expect(removed).toHaveBeenCalledWith('keyup');
  });

  test('does nothing while the focus moves in the page', () => {
    outside().dispatchEvent(new Event('blur'));
    expect(removed).not.toHaveBeenCalled();
  });
});
