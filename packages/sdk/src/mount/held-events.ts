import type { Mount } from './mount.ts';

/**
 * Events that are hidden from the page, which would apply them to its own elements: its shortcuts swallow letters, its Escape
 * handler closes what is behind the flow, some pages forbid copying, and an open modal may block scrolling outside it. This
 * also keeps typed text private: input events contain letters, although to the page they seem to come from a `<div>`.
 */
const held =
  'keydown keyup keypress beforeinput input textInput compositionstart compositionupdate compositionend copy cut paste wheel touchmove';

/**
 * Events also hidden while the flow covers the page, so that nothing behind it closes on an outside press, and no other focus
 * trap pulls the focus back.
 */
const heldOverPage = ' touchstart touchend click dblclick contextmenu focusin';

/** Returns the event types hidden from the page, by the frame of the mount. */
export const heldEvents = (frame: Mount['frame']): readonly string[] =>
  (frame === 'fill' ? held : held + heldOverPage).split(' ');
