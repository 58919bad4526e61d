import { render } from 'preact';
import type { FlowLanguage } from '../i18n/flow-language.ts';
import type { FlowView } from '../session/view.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import type { FlowTheme } from '../theme/flow-theme.ts';
import { App, type FrameKind } from './app.tsx';
import { browserOf } from './browser.ts';

/** What the screens need besides the session. */
export interface FlowUiOptions {
  readonly language: FlowLanguage;
  readonly theme: FlowTheme;
  /** `overlay` lies over the page as a modal dialog; `fill` takes the room of its host. */
  readonly frame: FrameKind;
  /** The page's Content-Security-Policy nonce, for browsers that need a style element. */
  readonly cspNonce?: string | undefined;
}

/**
 * Draws the flow into a shadow root, which must have adopted `styleSheet(theme)`, and keeps it up to date.
 *
 * @returns Takes everything away again.
 */
export function renderFlow(
  root: ShadowRoot,
  view: FlowView,
  { language, theme, frame, cspNonce }: FlowUiOptions,
): () => void {
  // A box of its own: drawing into the root itself would take away the style element that may stand there.
  const box = root.appendChild(document.createElement('div'));
  box.className = 'flow';
  const loadCapture = async () => {
    const [{ CaptureScreens, captureStyleSheet }] = await Promise.all([
      import('./capture-screens.tsx'),
      language.loadCaptureTexts(),
    ]);
    adoptStyles(root, captureStyleSheet, cspNonce);
    return CaptureScreens;
  };
  render(
    <App
      view={view}
      language={language}
      logoUrls={theme.logoUrls}
      frame={frame}
      browser={browserOf(navigator.userAgent)}
      loadCapture={loadCapture}
    />,
    box,
  );
  return () => {
    render(null, box);
    box.remove();
  };
}
