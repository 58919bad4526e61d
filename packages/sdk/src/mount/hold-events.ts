import { shieldEvents } from './shield-events.ts';
import { takeEvents } from './take-events.ts';

const isKey = (press: string) => press[0] === 'k';

/**
 * Hides events in the flow from the page. Capturing listeners on the window still get them; those on other targets do not get
 * keys that both the flow and dialogs of the page handle. A press, with its repeats, belongs to the side where it began. A page
 * that opens the flow on keydown gets the keyup, but gets no event of a press that began in the flow, even after the flow is
 * closed. So Enter, held down on the last button, does not press the button that opened the flow.
 *
 * @param host - element of the flow.
 * @param types - event types: `…down` begins a press of the kind `…`, `…up` ends it. If they include clicks, the flow covers
 *   the page.
 * @returns a function to call once the flow is gone.
 */
export function holdEvents(host: Element, types: readonly string[]): () => void {
  const pressed = new Set<string>();
  const handleEvent = (event: Event, isHost = event.currentTarget === host) => {
    const { type, key, code, repeat } = event as KeyboardEvent;
    // The event is on its way to the host, which handles it in the bubble phase.
    if (!isHost && event.composedPath().includes(host)) return;
    const press = type[0] + code;
    const begins = /down$/.test(type) && !repeat;
    const known = !begins && pressed.has(press);
    if (/up$/.test(type)) pressed.delete(press);
    else if (isHost) {
      event.stopPropagation();
      if (begins) pressed.add(press);
    }
    if (known) {
      event.stopPropagation();
      // A key still held down would press the element to which the focus returned.
      if (!isHost && /^(Enter| )$/.test(key)) event.preventDefault();
      // Some presses never end, such as letters pressed with Command, or keys released in another window.
    } else if (!isHost) pressed.clear();
    // Only keys stay pressed after the flow is gone; other events show that nothing is pressed any longer.
    const method = [...pressed].some(isKey) ? 'addEventListener' : 'removeEventListener';
    for (const each of ['keydown', 'keyup', 'keypress', 'pointerdown', 'blur']) {
      window[method](each, listener, each !== 'blur');
    }
  };
  const listener = (event: Event) => handleEvent(event);
  for (const type of types) host.addEventListener(type, listener, { passive: true });
  const isOverlay = types.includes('click');
  const giveBack = takeEvents(host, isOverlay, (event) => handleEvent(event, true));
  const lower = isOverlay ? shieldEvents(host) : giveBack;
  return () => {
    giveBack();
    lower();
  };
}
