import { signal } from '@preact/signals';
import { resolveLanguage } from '../src/config/language.ts';
import type { FlowLanguage } from '../src/i18n/flow-language.ts';
import { loadLanguage } from '../src/i18n/load-language.ts';
import type { FlowActions, FlowView, LiveView } from '../src/session/view.ts';
import type { FlowTheme } from '../src/theme/flow-theme.ts';
import { resolveTheme } from '../src/theme/resolve-theme.ts';
import { styleSheet } from '../src/theme/style-sheet.ts';
import { tokensCss } from '../src/theme/tokens.ts';
import { renderFlow } from '../src/ui/index.tsx';
import { drawnOutline, drawTable } from './drawn-camera.ts';
import { type Scene, type SceneName, scenes } from './scenes.ts';

/**
 * `?screen=camera-hold` shows one scene; `&scheme=dark` forces a scheme, `&frame=fill` the inline form,
 * `&language=ar` the language, `&dir=rtl` the direction, `&long` lengthens every text by two fifths, `&theme={…}` is a theme as JSON. `view` in the console holds the
 * signals. Without `screen`, a list of all.
 */
const query = new URLSearchParams(location.search);
const name = query.get('screen');
if (name !== null && Object.hasOwn(scenes, name)) await show(scenes[name as SceneName]);
else list();

function list(): void {
  for (const scene of Object.keys(scenes)) {
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
  const language = await loadLanguage(resolveLanguage(query.get('language')));
  const theme = chosenTheme();
  const host = document.createElement('div');
  if (frame === 'fill') {
    host.style.cssText = 'width:min(100%,420px);height:640px;margin:24px auto';
    document.body.appendChild(document.createElement('main')).append(host);
  } else document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleSheet(theme));
  root.adoptedStyleSheets = [sheet];
  const direction = query.get('dir') === 'rtl' ? 'rtl' : language.direction;
  const view = await viewOf(scene);
  Object.assign(globalThis, { view });
  const t = ((key, ...values) => {
    const text = language.t(key, ...values);
    return query.has('long') ? lengthened(text) : text;
  }) as FlowLanguage['t'];
  renderFlow(root, view, { language: { ...language, direction, t }, theme, frame });
}

/** As long as a translation may be: two fifths more, spread over the words. */
function lengthened(text: string): string {
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

async function viewOf(scene: Scene): Promise<FlowView> {
  const { screen, picture = 'passport' } = scene;
  const isWide = innerWidth > innerHeight;
  const [widthPx, heightPx] = isWide ? [1280, 720] : [720, 1280];
  const canvas = drawTable(picture ?? 'passport', widthPx, heightPx);
  const isCamera = screen.kind === 'camera' && picture !== null;
  const live: LiveView = {
    stream: isCamera ? canvas.captureStream(5) : null,
    widthPx,
    heightPx,
    mirrored: false,
    hint: 'looking',
    outline: scene.found ? drawnOutline(picture ?? 'passport', widthPx, heightPx) : null,
    held: 0,
    taking: false,
    canSwitchCamera: false,
    torch: 'none',
    ...scene.live,
  };
  return {
    screen: signal(
      screen.kind === 'review' ? { ...screen, imageUrl: canvas.toDataURL('image/jpeg') } : screen,
    ),
    live: signal(live),
    progress: signal(scene.progress ?? 0),
    quitAsked: signal(scene.quitAsked ?? false),
    canGoBack: signal(scene.canGoBack ?? false),
    actions: loggedActions(),
  };
}

/** Actions that only tell the console that they were asked for. */
function loggedActions(): FlowActions {
  return new Proxy({} as FlowActions, {
    get:
      (_, action) =>
      (...given: readonly unknown[]) =>
        console.warn(action, ...given),
  });
}
