import { shieldEvents } from './shield-events.ts';
import { takeEvents } from './take-events.ts';

const isKey = (press: string) => press[0] === 'k';

/**
 * Keeps from the page what happens in the flow. Of its listeners that capture, those on the window still hear of it; those below
 * do not hear the keys that the flow and dialogs of the page both take for their own.
 *
 * A press, with its repeats, belongs to whoever has heard it begin: a page that opens the flow as a key goes down hears it come
 * up, and hears nothing of one that went down in the flow, not even where it goes on after the flow is gone: Enter, held down on
 * the last button, does not press the one that has opened the flow.
 *
 * @param host - the element that holds the flow.
 * @param types - those of the events: `…down` begins a press of the kind `…`, `…up` ends it. Where clicks are among them the flow
 *   lies over the page, and nothing is kept from it either.
 * @returns to be called once the flow is gone.
 */
export function holdEvents(host: Element, types: readonly string[]): () => void {
  const begun = new Set<string>();
  const hear = (event: Event, isHost = event.currentTarget === host) => {
    const { type, key, code, repeat } = event as KeyboardEvent;
    // On its way to the host, which hears of it as it comes up.
    if (!isHost && event.composedPath().includes(host)) return;
    const press = type[0] + code;
    const begins = /down$/.test(type) && !repeat;
    const known = !begins && begun.has(press);
    if (/up$/.test(type)) begun.delete(press);
    else if (isHost) {
      event.stopPropagation();
      if (begins) begun.add(press);
    }
    if (known) {
      event.stopPropagation();
      // Still held down, it would press what the focus has come back to.
      if (!isHost && /^(Enter| )$/.test(key)) event.preventDefault();
      // An end may never come, as of letters beside Command, or of what is let go in another window.
    } else if (!isHost) begun.clear();
    // Keys alone go on where the flow is gone; the rest tells that nothing does any more.
    const method = [...begun].some(isKey) ? 'addEventListener' : 'removeEventListener';
    for (const each of ['keydown', 'keyup', 'keypress', 'pointerdown', 'blur']) {
      window[method](each, listener, each !== 'blur');
    }
  };
  const listener = (event: Event) => hear(event);
  for (const type of types) host.addEventListener(type, listener, { passive: true });
  const isOverlay = types.includes('click');
  const giveBack = takeEvents(host, isOverlay, (event) => hear(event, true));
  const lower = isOverlay ? shieldEvents(host) : giveBack;
  return () => {
    giveBack();
    lower();
  };
}
