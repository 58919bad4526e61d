import { focusedElement } from './focused-element.ts';
import { keepFocus } from './keep-focus.ts';
import type { Mount, MountOptions } from './mount.ts';
import { raise } from './raise.ts';
import { lockScroll } from './scroll-lock.ts';
import { createShadowHost } from './shadow-host.ts';
import { watchRemoval } from './watch-removal.ts';
import { loadAndUse } from './when-loaded.ts';

/**
 * Covers the viewport above the rest of the page in browsers without a top layer. Uses rules of the shadow tree, which win over
 * the page's if both are `!important` (CSS Scoping, "context"). A style attribute would also be in copies that the page makes
 * of its body (`innerHTML`, snapshots), which would then be covered permanently.
 */
const overPage =
  ':host{all:initial!important;position:fixed!important;top:0!important;right:0!important;bottom:0!important;left:0!important;z-index:2147483647!important}';

/** Opens the flow over the whole viewport, as a modal: the focus stays inside, and the page behind does not scroll. */
export function openFullscreen(options: MountOptions): Mount {
  const cameFrom = focusedElement();
  const root = createShadowHost({}, { ...options, styleSheet: options.styleSheet + overPage });
  const host = root.host as HTMLElement;
  if (!globalThis.CSS?.supports('overscroll-behavior', 'contain')) {
    // Needed by few browsers. If it does not load, the page scrolls behind the flow.
    loadAndUse(
      () => import('./hold-touches.ts'),
      ({ holdTouches }) => holdTouches(host),
    );
  }
  const undo: (() => void)[] = [];
  let closed = false;
  return {
    root,
    frame: 'overlay',
    settle() {
      // Waits until the first screen is drawn: focusing its heading makes the browser lay out everything in the page, and again
      // if it is already in the top layer.
      undo.push(lockScroll(options.cspNonce));
      document.body.appendChild(host);
      const dialog = root.querySelector('dialog') as HTMLDialogElement;
      const raised = raise(dialog, options.onDismiss);
      undo.push(watchRemoval(host, options.onRemoved, raised?.again));
      // A modal of the page may hide elements added after it.
      const hiding = ['aria-hidden', 'inert'];
      const shown = new MutationObserver(() => {
        for (const name of hiding) host.removeAttribute(name);
      });
      shown.observe(host, { attributeFilter: hiding });
      undo.push(() => shown.disconnect());
      if (raised) undo.push(raised.end);
      else {
        // Needed only by browsers without a top layer.
        loadAndUse(
          () => import('./hide-page.ts'),
          ({ hidePage }) => closed || undo.push(hidePage(host)),
        );
      }
      const heading = dialog.querySelector('h1');
      // The browser would focus the first button of a modal dialog.
      heading?.focus({ preventScroll: true });
      undo.push(keepFocus(host, { fallback: dialog, yields: raised !== null }));
    },
    close() {
      if (closed) return;
      closed = true;
      while (undo.length > 0) undo.pop()?.();
      host.remove();
      cameFrom?.focus({ preventScroll: true });
    },
  };
}
