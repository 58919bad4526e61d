import { focusedElement } from './focused-element.ts';
import { hidePage } from './hide-page.ts';
import { holdTouches } from './hold-touches.ts';
import type { Mount, MountOptions } from './mount.ts';
import { raise } from './raise.ts';
import { lockScroll } from './scroll-lock.ts';
import { createShadowHost } from './shadow-host.ts';
import { trapFocus } from './trap-focus.ts';
import { watchRemoval } from './watch-removal.ts';

/** Above everything a page may have put on top of itself, where there is no top layer. */
const topmost = '2147483647';

/** Opens the flow over the whole viewport, as a modal: the focus stays in it, the page behind does not scroll. */
export function openFullscreen(options: MountOptions): Mount {
  const cameFrom = focusedElement();
  const root = createShadowHost(
    { all: 'initial', position: 'fixed', top: '0', right: '0', bottom: '0', left: '0', 'z-index': topmost },
    options,
  );
  const host = root.host as HTMLElement;
  document.body.appendChild(host);
  holdTouches(host);
  const undo = [lockScroll(), watchRemoval(host, options.onRemoved)];
  let closed = false;
  return {
    root,
    frame: 'overlay',
    settle() {
      const dialog = root.querySelector('dialog') as HTMLDialogElement;
      // Holds the focus for the moment in which a screen has nothing that can take it. Not the host: a negative tabindex
      // there takes all of the shadow tree out of the Tab key's way (HTML standard, "sequential navigation").
      dialog.tabIndex = -1;
      const isRaised = raise(dialog, options.onDismiss);
      if (!isRaised) undo.push(hidePage(host));
      undo.push(trapFocus(host, { fallback: dialog, yields: isRaised }));
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
