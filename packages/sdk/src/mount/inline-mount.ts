import { fitRoom } from './fit-room.ts';
import { focusedElement } from './focused-element.ts';
import type { Mount, MountOptions } from './mount.ts';
import { createShadowHost } from './shadow-host.ts';
import { watchRemoval } from './watch-removal.ts';

/** Opens the flow inside an element of the page, which stays usable around it. */
export function openInline(container: HTMLElement, options: MountOptions): Mount {
  const cameFrom = focusedElement();
  const root = createShadowHost({ all: 'initial', display: 'block', width: '100%', height: '100%' }, options);
  const host = root.host as HTMLElement;
  // Focus traps of the page find focusable elements by attributes. The host itself is not a Tab stop, because it delegates
  // focus to its content.
  if (root.delegatesFocus) host.tabIndex = 0;
  container.appendChild(host);
  // Tracked continuously, because removing the container drops the focus without an event. A disabled button also loses the
  // focus, but to no element; the user has left the flow only if another element of the page gets it.
  let hasFocus = false;
  host.addEventListener('focusin', () => {
    hasFocus = true;
  });
  host.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null) hasFocus = false;
  });
  const isElsewhere = () =>
    ![host, document.body, null].includes(document.activeElement as HTMLElement | null);
  const undo = [fitRoom(container, host), watchRemoval(host, options.onRemoved)];
  return {
    root,
    frame: 'fill',
    settle() {},
    close() {
      while (undo.length > 0) undo.pop()?.();
      const hadFocus = hasFocus && !isElsewhere();
      host.remove();
      // Moves the focus only if it was in the flow, so as not to disturb work elsewhere in the page.
      if (hadFocus) cameFrom?.focus({ preventScroll: true });
      hasFocus = false;
    },
  };
}
