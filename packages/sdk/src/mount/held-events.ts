import type { Mount } from './mount.ts';

/**
 * Events that are hidden from the page, because it would apply them to its own elements: its shortcuts swallow letters, its
 * Escape handler closes what is behind the flow, some pages forbid copying, and an open modal may block scrolling outside it.
 * Typed text stays within the flow: input events contain its letters, although outside they seem to come from a `<div>`.
 */
const held =
  'keydown keyup keypress beforeinput input textInput compositionstart compositionupdate compositionend copy cut paste wheel touchmove';

/** Behind a modal nothing closes since one has pressed outside of it, and no other trap calls the focus back. */
const heldOverPage = ' touchstart touchend click dblclick contextmenu focusin';

/** Lists the event types hidden from the page, by the frame of the mount. */
export const heldEvents = (frame: Mount['frame']): readonly string[] =>
  (frame === 'fill' ? held : held + heldOverPage).split(' ');
