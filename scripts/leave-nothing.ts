// Runs around every file of the unit suite. The files of a thread share its globals and its page, so that each must leave
// them as it found them: what one changes, the next one, whichever that is, would meet.
import { afterAll, expect, vi } from 'vitest';

/** Events whose listeners change how a process ends. */
const endings = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection', 'beforeExit'];

/** Listeners on the page's document, by type: a focus trap that was left there would hold the keys of every later test. */
const onDocument = new Map<string, Set<unknown>>();

/** Keeps account of the document's listeners from now on, but for those that go by themselves, by `once` or a signal. */
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

/** Set on Node 24 without a declaration, by a library of the screens' tests. No code of ours has the name. */
const ofLibraries = ['ch'];

/** State that files share. Names that begin with two underscores are how libraries find their own other copies. */
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

/** How many members each class of elements has: a method that jsdom lacks, and that was given to it, would tell code that it is there. */
function membersOfElements(): string[] {
  return Object.getOwnPropertyNames(globalThis)
    .filter((name) => /^HTML\w*Element$/.test(name))
    .map((name) => `${name}: ${Object.getOwnPropertyNames(Reflect.get(globalThis, name).prototype).length}`);
}

if (typeof document !== 'undefined') watchDocument();
const found = surroundings();

afterAll(() => {
  // Spies are taken back between files; faked clocks, stubbed globals and drawn pages are not.
  vi.restoreAllMocks();
  const left = surroundings();
  const changed = [...new Set([...found.globals.keys(), ...left.globals.keys()])].filter(
    (name) => !Object.is(found.globals.get(name), left.globals.get(name)),
  );
  expect(changed, 'globals that this file leaves changed').toEqual([]);
  expect({ ...left, globals: null }, 'what this file leaves behind').toEqual({ ...found, globals: null });
});
