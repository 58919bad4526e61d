import { waitForPaint } from './painted.ts';
import type { TrapOptions } from './trap-focus.ts';
import { loadAndUse } from './when-loaded.ts';

/** The code that traps the focus. */
export type Trap = Pick<typeof import('./trap-focus.ts'), 'trapFocus'>;

const importTrap = (): Promise<Trap> => import('./trap-focus.ts');

/**
 * Keeps the Tab key inside a modal as soon as the code that does so has arrived. It is loaded once the modal is on the
 * screen, which must not wait for it: until then, and where it cannot be had, a modal dialog of the browser's own keeps the
 * page out of the key's way, and leads out of itself to the browser alone.
 *
 * @param host - the element whose shadow root holds the modal.
 * @returns lets it go again.
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
