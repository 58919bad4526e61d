import type { Mount } from './mount.ts';

/**
 * Events that the page does not get, because it would take them for something done on its own element: keys of its own swallow
 * letters, its Escape closes what lies behind the flow; some pages forbid copying; one whose modal is open refuses to scroll
 * what it cannot see into. Typed text stays within the flow: input events carry its letters, and all that they would reveal
 * outside is that they come from a `<div>`.
 */
const held =
  'keydown keyup keypress beforeinput input textInput compositionstart compositionupdate compositionend copy cut paste wheel touchmove';

/** Behind a modal nothing closes since one has pressed outside of it, and no other trap calls the focus back. */
const heldOverPage = ' touchstart touchend click dblclick contextmenu focusin';

/** The types of events that a page does not hear of while the flow stands in it like this. */
export const heldEvents = (frame: Mount['frame']): readonly string[] =>
  (frame === 'fill' ? held : held + heldOverPage).split(' ');
