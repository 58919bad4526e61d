import { signal } from '@preact/signals';
import { resolveLanguage } from '../../packages/sdk/src/config/language.ts';
import type { Screen } from '../../packages/sdk/src/flow/screen.ts';
import { handOffPart } from '../../packages/sdk/src/hand-off/open-hand-off.tsx';
import type { FlowLanguage, SpokenLanguage } from '../../packages/sdk/src/i18n/flow-language.ts';
import { loadLanguage } from '../../packages/sdk/src/i18n/load-language.ts';
import { browserClock } from '../../packages/sdk/src/session/browser-clock.ts';
import { loadTimeoutMs } from '../../packages/sdk/src/session/load-timeouts.ts';
import type { FlowActions, FlowView, LiveView } from '../../packages/sdk/src/session/view.ts';
import { adoptStyles } from '../../packages/sdk/src/theme/adopt-styles.ts';
import type { FlowTheme } from '../../packages/sdk/src/theme/flow-theme.ts';
import { handOffStyleSheet } from '../../packages/sdk/src/theme/hand-off-style-sheet.ts';
import { resolveTheme } from '../../packages/sdk/src/theme/resolve-theme.ts';
import { styleSheet } from '../../packages/sdk/src/theme/style-sheet.ts';
import { tokensCss } from '../../packages/sdk/src/theme/tokens.ts';
import { TimeDialog } from '../../packages/sdk/src/time-limit/time-dialog.tsx';
import type { DeferredParts, HandOffPart, Interruption } from '../../packages/sdk/src/ui/deferred-parts.ts';
import { createDeferredUi } from '../../packages/sdk/src/ui/deferred-ui.tsx';
import { createFlowUi } from '../../packages/sdk/src/ui/index.tsx';
import { HostedPage } from '../../packages/sdk/src/ui/screens/hosted-page.tsx';
import { findPoorControls } from './controls.ts';
import { drawnOutline, drawTable } from './drawn-camera.ts';
import { drawFace } from './drawn-face.ts';
import { findMisfits } from './misfits.ts';
import type { Scene } from './scenes/scene.ts';
import { type SceneName, scenes } from './scenes.ts';

/**
 * Query parameters: `?screen=camera-hold` shows one scene; without it, all are listed. `&scheme=dark` forces a scheme,
 * `&frame=fill` the inline form, `&language=ar` the language, `&dir=rtl` the direction, `&long` lengthens every text by two
 * fifths, `&waited` ends long waits immediately, `&text=2` doubles the size of all text like a browser that enlarges only text,
 * `&theme={…}` sets a theme as JSON. In the console, `gallery` shows other scenes and reports misfits; `view` holds the
 * signals.
 */
const query = new URLSearchParams(location.search);

/** Interface for scripts that drive the gallery. */
export interface Gallery {
  readonly names: readonly string[];
  /** Shows a scene in place of the previous one; resolves once it is drawn. */
  show(name: string): Promise<void>;
  /** Lists elements that do not fit in their place; see `findMisfits`. */
  misfits(): string[];
  /** Lists controls that cannot be used by keyboard; see `findPoorControls`. */
  controls(): string[];
  /** Lists the running animations. */
  movements(): string[];
}

const language = await loadLanguage(resolveLanguage(query.get('language')));
await language.loadTexts('handOff');
let remove = (): void => {};
let shown: ShadowRoot | null = null;

if (query.has('waited')) {
  const setTimer = globalThis.setTimeout;
  // Keeps the time-out for loading code, which would otherwise end before the code arrives, so that each scene would wait for a
  // retry.
  const isLong = (delayMs: number) => delayMs >= 1000 && delayMs !== loadTimeoutMs;
  globalThis.setTimeout = ((act: () => void, delayMs = 0) =>
    setTimer(act, isLong(delayMs) ? 0 : delayMs)) as typeof setTimeout;
}

const gallery: Gallery = {
  names: Object.keys(scenes),
  async show(name) {
    remove();
    if (!isScene(name)) throw new Error(`There is no scene ${name}.`);
    await show(scenes[name]);
  },
  misfits() {
    const frame = shown?.querySelector('.frame');
    return frame ? findMisfits(frame) : ['There is no frame.'];
  },
  controls: () => (shown ? findPoorControls(shown) : ['There is no flow.']),
  movements: () =>
    (shown?.getAnimations() ?? [])
      .map(({ effect }) => effect as KeyframeEffect)
      // Leaves out animations that only delay an immediate change.
      .filter((effect) => Number(effect.getTiming().duration) > 0)
      .map(({ target }) => `.${target?.classList} moves`),
};
Object.assign(globalThis, { gallery });

const first = query.get('screen');
if (first !== null && isScene(first)) await gallery.show(first);
else list();

function isScene(name: string): name is SceneName {
  return Object.hasOwn(scenes, name);
}

function list(): void {
  for (const scene of gallery.names) {
    const link = Object.assign(document.createElement('a'), { href: `?screen=${scene}`, textContent: scene });
    const item = document.createElement('li');
    item.append(link);
    document.querySelector('#scenes')?.append(item);
  }
}

async function show(scene: Scene): Promise<void> {
  document.querySelector('main')?.remove();
  document.body.style.margin = '0';
  const frame = query.get('frame') === 'fill' ? 'fill' : 'overlay';
  const theme = chosenTheme();
  const host = document.createElement('div');
  let place: HTMLElement = host;
  if (frame === 'fill') {
    host.style.cssText = 'width:min(100%,420px);height:640px;margin:24px auto';
    place = document.createElement('main');
    place.append(host);
  }
  document.body.append(place);
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, styleSheet(theme), undefined);
  adoptStyles(root, handOffStyleSheet, undefined);
  const view = await viewOf(scene);
  Object.assign(globalThis, { view });
  const spoken: FlowLanguage = {
    ...adaptLanguage(language),
    loadTexts: language.loadTexts,
    loadStepTexts: async (step) => adaptLanguage(await language.loadStepTexts(step)),
  };
  const life = new AbortController();
  const deferred = createDeferredUi({
    view,
    language: spoken,
    loadCollect: () => import('../../packages/sdk/src/steps/files/collect-screens.tsx'),
    adopt: (css) => adoptStyles(root, css, undefined),
    surroundings: {
      scope: { navigator, location, self: window, top: window, ...scene.scope },
      baseAddress: 'https://verify.example',
      configuration: { token: 'secret' },
    },
    interruption: signal(interruptionOf(scene)),
    loadHandOff: async () => handOffOf(scene, view),
    clock: browserClock,
    signal: life.signal,
  });
  const ui = createFlowUi(root, { language: spoken, theme, frame });
  if (scene.screen.kind === 'hosted-page') {
    await language.loadTexts('offer');
    ui.show(view, hostedParts);
  } else ui.show(deferred.view, deferred.parts);
  remove = () => {
    life.abort();
    ui.remove();
    place.remove();
  };
  shown = root;
  await waitUntilDrawn(root, scene);
  const enlargement = Number(query.get('text') ?? 1);
  if (enlargement !== 1) {
    enlargeText(root, enlargement);
    await waitUntilDrawn(root, scene);
  }
}

/** Parts that draw the offer of the hosted page, in place of all deferred parts. */
const hostedParts: DeferredParts = {
  Screen: ({ screen }) =>
    screen.kind === 'hosted-page' ? HostedPage({ stage: screen.stage, onOpen() {} }) : null,
  Question: () => null,
  Voice: () => null,
};

/** Enlarges only text, like Firefox with "Zoom Text Only" and Chrome on Android with its accessibility settings. */
function enlargeText(root: ShadowRoot, factor: number): void {
  const sizes = [...root.querySelectorAll<HTMLElement>('.frame, .frame *')]
    .filter((element) => element instanceof HTMLElement)
    .map((element) => [element, Number.parseFloat(getComputedStyle(element).fontSize)] as const);
  for (const [element, sizePx] of sizes) element.style.fontSize = `${sizePx * factor}px`;
}

/** Resolves once the code of the scene has loaded and has been laid out twice, because some sizes depend on others. */
async function waitUntilDrawn(root: ShadowRoot, { screen, warning }: Scene): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isThere = () =>
    root.querySelector('.heading') !== null &&
    (screen.kind === 'loading' || root.querySelector('.scene [aria-busy]:not(button)') === null) &&
    (!warning || root.querySelector('.dialog') !== null);
  while (!isThere()) await nextFrame();
  await document.fonts.ready;
  await nextFrame();
  await nextFrame();
}

/** Adapts a language to the query parameters: the other direction, or longer texts. */
function adaptLanguage(spoken: SpokenLanguage): SpokenLanguage {
  const t: SpokenLanguage['t'] = (key, ...values) => {
    const text = spoken.t(key, ...values);
    return query.has('long') ? lengthenText(text) : text;
  };
  return { ...spoken, direction: query.get('dir') === 'rtl' ? 'rtl' : spoken.direction, t };
}

/** Lengthens a text like a long translation: two fifths more, spread over the words. */
function lengthenText(text: string): string {
  return text.replace(/\p{L}{2,}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)));
}

function chosenTheme(): FlowTheme {
  const { theme, findings } = resolveTheme(JSON.parse(query.get('theme') ?? 'null'));
  for (const finding of findings) console.warn(finding);
  const { palettes, logoUrls } = theme;
  const scheme = query.get('scheme');
  if (scheme !== 'light' && scheme !== 'dark') return { tokens: tokensCss(theme), logoUrls };
  return {
    tokens: tokensCss({ ...theme, palettes: { light: palettes[scheme], dark: palettes[scheme] } }),
    logoUrls: { light: logoUrls[scheme], dark: logoUrls[scheme] },
  };
}

/** Creates the hand-off to a phone at the stage of a scene. */
function handOffOf({ screen }: Scene, view: FlowView): HandOffPart {
  const stage = screen.kind === 'hand-off' ? screen.stage : null;
  const handOff = {
    stage: signal(stage),
    return: signal('none' as const),
    offer: () => console.warn('offer'),
    continueHere: () => console.warn('continueHere'),
  };
  return handOffPart(handOff, view, { value: { handOff: 'possible' } });
}

/** Creates the time warning of a scene, if it has one. */
function interruptionOf({ warning }: Scene): Interruption | null {
  if (!warning) return null;
  const keeper = { dismiss() {}, askForMore() {} };
  return {
    isOpen: signal(true),
    Dialog: ({ behind }) => TimeDialog({ behind, warning, keeper }),
    dismiss() {},
  };
}

async function viewOf(scene: Scene): Promise<FlowView> {
  const { screen, picture = 'passport' } = scene;
  const isWide = innerWidth > innerHeight;
  const [widthPx, heightPx] = isWide ? [1280, 720] : [720, 1280];
  const table = () => drawTable(picture ?? 'passport', widthPx, heightPx);
  const isSelfie = screen.kind === 'selfie-camera';
  const isCamera = (isSelfie || screen.kind === 'camera') && picture !== null;
  const stream = isCamera ? (isSelfie ? drawFace(widthPx, heightPx) : table()).captureStream(5) : null;
  const live: LiveView = {
    stream,
    opened: stream,
    widthPx,
    heightPx,
    mirrored: isSelfie,
    hint: 'looking',
    outline: scene.found ? drawnOutline(picture ?? 'passport', widthPx, heightPx) : null,
    held: 0,
    taking: false,
    canSwitchCamera: false,
    torch: 'none',
    timer: 'none',
    poseHint: null,
    ...scene.live,
  };
  return {
    screen: signal<Screen>(
      screen.kind === 'hand-off'
        ? { kind: 'instruct', document: 'PASSPORT', side: 'front', sides: 1, fileAllowed: true }
        : screen.kind === 'review'
          ? { ...screen, imageUrl: table().toDataURL('image/jpeg') }
          : screen,
    ),
    live: signal(live),
    progress: signal(scene.progress ?? 0),
    quitAsked: signal(scene.quitAsked ?? false),
    canGoBack: signal(scene.canGoBack ?? false),
    actions: loggedActions(),
  };
}

/** Creates actions that only log their calls to the console. */
function loggedActions(): FlowActions {
  return new Proxy({} as FlowActions, {
    get:
      (_, action) =>
      (...given: readonly unknown[]) =>
        console.warn(action, ...given),
  });
}
