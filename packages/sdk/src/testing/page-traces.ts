import { vi } from 'vitest';

/** Traces that a flow has left in the page, by kind; each list is empty if there are none. */
export interface Traces {
  readonly nodes: readonly string[];
  readonly listeners: readonly string[];
  readonly observers: readonly string[];
  readonly timers: readonly string[];
}

/**
 * Watches what is added to the page from now on, and fakes its timers. Never reports sizes, because jsdom has no layout.
 *
 * @param elements - elements of the page that a flow may listen to, besides window, document and their roots.
 */
export function watchTraces(elements: readonly Element[] = []) {
  const before = document.documentElement.outerHTML;
  const focused = focusOwner();
  const listeners: string[] = [];
  const observing = new Set<object>();
  const { documentElement, body } = document;
  const further = Object.fromEntries(elements.entries());
  const targets: Record<string, EventTarget> = { window, document, html: documentElement, body, ...further };
  for (const [name, target] of Object.entries(targets)) {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
      listeners.push(`${name} ${given[0]}`);
      add(...given);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: Parameters<typeof add>) => {
      const at = listeners.indexOf(`${name} ${given[0]}`);
      if (at >= 0) listeners.splice(at, 1);
      remove(...given);
    });
  }
  class WatchedMutations extends MutationObserver {
    override observe(...given: Parameters<MutationObserver['observe']>) {
      observing.add(this);
      super.observe(...given);
    }
    override disconnect() {
      observing.delete(this);
      super.disconnect();
    }
  }
  class WatchedSizes {
    observe() {
      observing.add(this);
    }
    disconnect() {
      observing.delete(this);
    }
  }
  // Adopted style sheets, as in current browsers: jsdom would parse each and match all its rules on every focus.
  class AdoptedSheet {
    replaceSync() {}
  }
  Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', {
    configurable: true,
    writable: true,
    value: [],
  });
  vi.stubGlobal('CSSStyleSheet', AdoptedSheet);
  // Everything is visible; querying jsdom's own style sheet costs more than everything else.
  vi.stubGlobal('getComputedStyle', () => ({ display: 'block', visibility: 'visible' }));
  vi.stubGlobal('MutationObserver', WatchedMutations);
  vi.stubGlobal('ResizeObserver', WatchedSizes);
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
  return {
    /** Returns the remaining traces, after the animation frames requested by libraries. */
    left(): Traces {
      vi.advanceTimersByTime(500);
      const after = document.documentElement.outerHTML;
      return {
        nodes: [
          ...(after === before ? [] : [after]),
          ...(focusOwner() === focused ? [] : [`the focus: ${nameOf(focusOwner())}`]),
          ...(document.adoptedStyleSheets?.length ? ['a style sheet'] : []),
        ],
        listeners,
        observers: [...observing].map((observer) => observer.constructor.name),
        timers: vi.getTimerCount() === 0 ? [] : [`${vi.getTimerCount()} timers`],
      };
    },
    stop() {
      Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets');
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    },
  };
}

export const noTraces: Traces = { nodes: [], listeners: [], observers: [], timers: [] };

/** Returns the focused element; the body if jsdom returns null, as it does after a test removed it with its shadow tree. */
function focusOwner(): Element {
  return document.activeElement ?? document.body;
}

function nameOf(element: Element): string {
  return `${element.localName} ${element.id} ${element.textContent}`;
}
