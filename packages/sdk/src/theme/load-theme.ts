import { defaultTheme } from './default-theme.ts';
import type { LoadedTheme } from './flow-theme.ts';

type CustomTheme = (config: unknown) => LoadedTheme;

const loadCustomTheme = async (): Promise<CustomTheme> => (await import('./custom-theme.ts')).customTheme;

/**
 * Makes a theme of the configuration's. The colour arithmetic is loaded only for a page that chooses something; when it
 * does not arrive, the flow looks as it does by default rather than not at all.
 */
export async function loadTheme(config: unknown, load = loadCustomTheme): Promise<LoadedTheme> {
  if (config === undefined || config === null) return { theme: defaultTheme, findings: [] };
  try {
    return (await load())(config);
  } catch {
    return { theme: defaultTheme, findings: ['theme could not be loaded; the default look is used.'] };
  }
}
