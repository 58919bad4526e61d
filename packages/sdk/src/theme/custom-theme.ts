import { describeFinding } from './finding.ts';
import type { LoadedTheme } from './flow-theme.ts';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

/** Checks and completes an integrator's theme. Loaded only where there is one. */
export function customTheme(config: unknown): LoadedTheme {
  const { theme, findings } = resolveTheme(config);
  return {
    theme: { tokens: tokensCss(theme), logoUrls: theme.logoUrls },
    findings: findings.map(describeFinding),
  };
}
