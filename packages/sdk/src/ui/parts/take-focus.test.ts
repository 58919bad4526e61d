// @vitest-environment jsdom
import { act } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFullscreen } from '../../mount/fullscreen-mount.ts';
import { type DrawnFlow, drawFlow } from '../../testing/draw-flow.tsx';
import { spokenInEnglish } from '../../testing/english.ts';
import { fakeView } from '../../testing/flow-view.ts';
import { defaultTheme } from '../../theme/default-theme.ts';
import { createFlowUi } from '../index.tsx';

let flow: DrawnFlow | undefined;
/** Opens a flow in a page in which the element has the focus. */
const openBeside = async (element: HTMLElement) => {
  element.focus();
  const view = fakeView({ kind: 'welcome', requester: 'Example Hire', resumed: false });
  flow = await drawFlow(view, { frame: 'fill' });
  return { view, root: flow.root };
};
const inPage = (html: string) => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = html;
  return place.firstElementChild as HTMLElement;
};
/** Creates an element inside the shadow root of a web component. */
const inComponent = (html: string) => {
  const root = inPage('<div></div>').attachShadow({ mode: 'open' });
  root.innerHTML = html;
  return root.firstElementChild as HTMLElement;
};
const getAnnouncement = () => flow?.root.querySelector('.told')?.textContent;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  flow?.remove();
  document.body.replaceChildren();
  vi.useRealTimers();
});

it.each(['submit', 'image', 'button', 'reset', 'checkbox', 'radio'])(
  'takes the focus from an input of type %s that opened the flow',
  async (type) => {
    const { root } = await openBeside(inPage(`<input type="${type}">`));
    expect(root.activeElement?.localName).toBe('h1');
  },
);

it.each(['<input>', '<input type="EMAIL">', '<textarea></textarea>', '<select></select>'])(
  'leaves the focus in %s, and announces the flow',
  async (html) => {
    const field = inPage(html);
    await openBeside(field);
    expect(document.activeElement).toBe(field);
    vi.advanceTimersByTime(100);
    expect(getAnnouncement()).toBe('Verify your identity');
  },
);

it('takes the focus from a text field under a fullscreen flow, without an announcement', () => {
  inPage('<input type="email">').focus();
  const view = fakeView({ kind: 'welcome', requester: 'Example Hire', resumed: false });
  const options = { styleSheet: '', cspNonce: undefined, onDismiss() {}, onRemoved() {} };
  const { root, frame, settle, close } = openFullscreen(options);
  const ui = createFlowUi(root, { language: spokenInEnglish(), theme: defaultTheme, frame });
  act(() => ui.show(view, null));
  settle();
  expect(root.activeElement?.localName).toBe('h1');
  vi.advanceTimersByTime(100);
  expect(root.querySelector('.told')?.textContent).toBe('');
  close();
  ui.remove();
});

it('clears the announcement once the user enters the flow', async () => {
  await openBeside(inPage('<input>'));
  vi.advanceTimersByTime(100);
  expect(getAnnouncement()).toBe('Verify your identity');
  flow?.button('Begin').focus();
  expect(getAnnouncement()).toBe('');
});

it('leaves the focus in a text field of a web component', async () => {
  const field = inComponent('<input>');
  const { root } = await openBeside(field);
  expect((field.getRootNode() as ShadowRoot).activeElement).toBe(field);
  expect(root.activeElement).toBeNull();
});

it('takes the focus from a button of a web component that opened the flow', async () => {
  const { root } = await openBeside(inComponent('<button>Verify</button>'));
  expect(root.activeElement?.localName).toBe('h1');
});

it('leaves the focus on any control of the page after the first screen', async () => {
  const button = inPage('<button>Go</button>');
  const { view, root } = await openBeside(button);
  button.focus();
  act(() => {
    view.screen.value = { kind: 'processing', of: 'document', mayGoOn: false };
  });
  expect(document.activeElement).toBe(button);
  expect(root.activeElement).toBeNull();
});

it('leaves no timer if the flow is removed while a dialog is open', async () => {
  const view = fakeView({ kind: 'welcome', requester: 'Example Hire', resumed: false });
  flow = await drawFlow(view, { frame: 'fill' });
  act(() => {
    view.screen.value = { kind: 'processing', of: 'document', mayGoOn: false };
  });
  act(() => {
    view.quitAsked.value = true;
  });
  expect(flow.root.querySelector('[role="alertdialog"]')).not.toBeNull();
  vi.runAllTimers();
  // Closes like a mount: removed from the page, the focus back on the opener, then unmounted.
  flow.root.host.remove();
  inPage('<button>Verify</button>').focus();
  flow.remove();
  // Longer than the renderer's own tick.
  vi.advanceTimersByTime(50);
  expect(vi.getTimerCount()).toBe(0);
});
