// Runs around every test file of the fast suites (vitest.config.ts). The files of a thread share its globals and its page, so
// each must restore them; otherwise its changes would affect whichever file runs next.
import { afterAll, expect, vi } from 'vitest';

/** Events whose listeners change how a process ends. */
const endings = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection', 'beforeExit'];

/**
 * Listeners on the page's document by type. For example, a focus trap left behind would intercept the keys of every later test.
 */
const onDocument = new Map<string, Set<unknown>>();

/** Records the document's listeners from now on, except those that are removed automatically, by `once` or a signal. */
function watchDocument() {
  const { addEventListener, removeEventListener } = document;
  const known = (type: string) => onDocument.get(type) ?? onDocument.set(type, new Set()).get(type)!;
  document.addEventListener = (type: string, ...rest: [EventListener, AddEventListenerOptions?]) => {
    if (!rest[1]?.once && !rest[1]?.signal) known(type).add(rest[0]);
    addEventListener.call(document, type, ...rest);
  };
  document.removeEventListener = (type: string, ...rest: [EventListener]) => {
    known(type).delete(rest[0]);
    removeEventListener.call(document, type, ...rest);
  };
}

/** Global that a library of the screens' tests sets on Node 24. Our code uses no such name. */
const ofLibraries = ['ch'];

/**
 * Returns state that files share. Names that begin with two underscores are left out, because libraries use them to find their
 * other copies.
 */
function surroundings() {
  const names = Object.getOwnPropertyNames(globalThis).filter(
    (name) => !name.startsWith('__') && !ofLibraries.includes(name),
  );
  return {
    globals: new Map<string, unknown>(names.map((name) => [name, Reflect.get(globalThis, name)])),
    environment: { ...process.env },
    listeners: endings.map((event) => `${event}: ${process.listenerCount(event)}`),
    page: typeof document === 'undefined' ? null : pageAsItIs(),
  };
}

function pageAsItIs() {
  return {
    members: membersOfElements(),
    elements: document.documentElement.outerHTML,
    address: location.href,
    listeners: [...onDocument].flatMap(([type, { size }]) => (size > 0 ? [`${type}: ${size}`] : [])),
    kept: [{ ...localStorage }, { ...sessionStorage }],
  };
}

/**
 * Counts the members of each class of elements: a stub of a method that jsdom lacks would make later code believe that the
 * method exists.
 */
function membersOfElements(): string[] {
  return Object.getOwnPropertyNames(globalThis)
    .filter((name) => /^HTML\w*Element$/.test(name))
    .map((name) => `${name}: ${Object.getOwnPropertyNames(Reflect.get(globalThis, name).prototype).length}`);
}

if (typeof document !== 'undefined') watchDocument();
const found = surroundings();

afterAll(() => {
  // Restores spies between files. Fake clocks, stubbed globals and rendered pages are not restored here.
  vi.restoreAllMocks();
  const left = surroundings();
  const changed = [...new Set([...found.globals.keys(), ...left.globals.keys()])].filter(
    (name) => !Object.is(found.globals.get(name), left.globals.get(name)),
  );
  expect(changed, 'globals that this file does not restore').toEqual([]);
  expect({ ...left, globals: null }, 'what this file does not clean up').toEqual({ ...found, globals: null });
});
