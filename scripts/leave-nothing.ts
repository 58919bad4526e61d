// Runs around every file of the unit suite. The files of a thread share its globals and its page, so that each must leave
// them as it found them: what one changes, the next one, whichever that is, would meet.
import { afterAll, expect, vi } from 'vitest';

/** Events whose listeners change how a process ends. */
const endings = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection', 'beforeExit'];

/** What files share. Names that begin with two underscores are how libraries find their own other copies. */
function surroundings() {
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__'));
  return {
    globals: new Map<string, unknown>(names.map((name) => [name, Reflect.get(globalThis, name)])),
    environment: { ...process.env },
    listeners: endings.map((event) => `${event}: ${process.listenerCount(event)}`),
    page: typeof document === 'undefined' ? null : pageAsItIs(),
  };
}

function pageAsItIs() {
  return {
    elements: document.documentElement.outerHTML,
    address: location.href,
    kept: [{ ...localStorage }, { ...sessionStorage }],
  };
}

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
