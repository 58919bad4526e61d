import type { ThemeFinding } from './finding.ts';
import type { ThemeConfig } from './theme-config.ts';

/**
 * Lists what the flow would ignore or replace in a theme; an empty list means that the whole theme is used as given. Needs no
 * browser, so it can run in a build step.
 *
 * @example
 * ```ts
 * const findings = await checkTheme({ light: { baseAccent: '#ffd200', baseOnAccent: '#ffffff' } });
 * if (findings.length > 0) throw new Error(JSON.stringify(findings));
 * ```
 */
export async function checkTheme(theme: ThemeConfig): Promise<readonly ThemeFinding[]> {
  const { listFindings: findingsOf } = await import('./custom-theme.ts');
  return findingsOf(theme);
}
