import { waitForPaint } from './painted.ts';
import type { TrapOptions } from './trap-focus.ts';
import { loadAndUse } from './when-loaded.ts';

/** Code that traps the focus. */
export type Trap = Pick<typeof import('./trap-focus.ts'), 'trapFocus'>;

const importTrap = (): Promise<Trap> => import('./trap-focus.ts');

/**
 * Keeps the Tab key inside a modal once the trap's code has loaded. Loading starts after the modal is visible, which must not
 * wait for it. Until then, or if loading fails, a native modal dialog already excludes the page; Tab then leaves it only for
 * the browser's own controls.
 *
 * @param host - element whose shadow root holds the modal.
 * @returns a function that releases the focus.
 */
export function keepFocus(host: HTMLElement, options: TrapOptions, load = importTrap): () => void {
  const life = new AbortController();
  let release = () => {};
  void waitForPaint(life.signal).then(() => {
    if (life.signal.aborted) return;
    loadAndUse(load, ({ trapFocus }) => {
      if (!life.signal.aborted) release = trapFocus(host, options);
    });
  });
  return () => {
    life.abort();
    release();
  };
}
