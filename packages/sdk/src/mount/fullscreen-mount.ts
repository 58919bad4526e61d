import { focusedElement } from './focused-element.ts';
import { hidePage } from './hide-page.ts';
import type { Mount, MountOptions } from './mount.ts';
import { lockScroll } from './scroll-lock.ts';
import { createShadowHost } from './shadow-host.ts';
import { trapFocus } from './trap-focus.ts';

/** Above everything a page may have put on top of itself. */
const topmost = '2147483647';

/** Opens the flow over the whole viewport, as a modal: the focus stays in it, the page behind does not scroll. */
export function openFullscreen(options: MountOptions): Mount {
  const cameFrom = focusedElement();
  const root = createShadowHost(
    { all: 'initial', position: 'fixed', top: '0', right: '0', bottom: '0', left: '0', 'z-index': topmost },
    options,
  );
  const host = root.host as HTMLElement;
  // Holds the focus for the moment in which a screen has nothing that can take it. Not the host itself: a negative
  // tabindex there takes all of the shadow tree out of the Tab key's way (HTML standard, "sequential navigation").
  const holder = root.appendChild(document.createElement('div'));
  holder.tabIndex = -1;
  document.body.appendChild(host);
  const unlockScroll = lockScroll();
  const showPage = hidePage(host);
  let releaseFocus = () => {};
  let closed = false;
  return {
    root,
    frame: 'overlay',
    settle() {
      releaseFocus = trapFocus(host, holder);
    },
    close() {
      if (closed) return;
      closed = true;
      releaseFocus();
      showPage();
      unlockScroll();
      host.remove();
      cameFrom?.focus({ preventScroll: true });
    },
  };
}
