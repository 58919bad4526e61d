import type { ThemeFinding } from './finding.ts';
import type { FlowTheme } from './flow-theme.ts';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

type LoadFont = typeof import('./load-font.ts').loadFont;

const importLoadFont: LoadFont = async (...given) => (await import('./load-font.ts')).loadFont(...given);

/**
 * Checks and completes an integrator's theme, and warns of each value that is not used as given. Loaded only if the page
 * configures a theme.
 *
 * @param signal - aborts when the flow ends; until then, the theme's font stays in the page.
 */
export function customTheme(config: unknown, signal: AbortSignal, loadFont = importLoadFont): FlowTheme {
  const { theme, findings } = resolveTheme(config);
  const warn = (text: string) => console.warn(`VendorOrchestration: ${text}`);
  if (findings.length > 0) {
    import('./describe-finding.ts').then(
      ({ describeFinding }) => findings.map(describeFinding).forEach(warn),
      // Ignored, because only developers need these warnings.
      () => {},
    );
  }
  if (theme.font.url !== null) {
    const onFailure = () => {
      if (!signal.aborted) warn('theme.fontUrl could not be loaded; the system font is used.');
    };
    loadFont(theme.font, signal, onFailure).catch(onFailure);
  }
  return { tokens: tokensCss(theme), logoUrls: theme.logoUrls };
}

/** Lists what `customTheme` would ignore or replace. */
export function listFindings(config: unknown): readonly ThemeFinding[] {
  return resolveTheme(config).findings;
}
