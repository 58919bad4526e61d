import { formatColour } from '@vendor/ui';
import { type FontChoice, LOADED_FAMILY } from './font.ts';
import type { Palette } from './palette.ts';
import type { ResolvedTheme } from './resolve-theme.ts';

/** Font stack that follows the theme's own font. */
export const SYSTEM_FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';

/**
 * Renders the theme as custom properties for both schemes. Every value is computed or matches a pattern. The properties are set
 * on an element inside the shadow root, because on the host, a rule of the page would override them (CSS Scoping, "context").
 * Their prefix avoids properties that a page registers (`@property`).
 */
export function tokensCss({ palettes, font }: ResolvedTheme): string {
  const light = colourTokens(palettes.light);
  const other = colourTokens(palettes.dark).filter((token) => !light.includes(token));
  return `.flow{${fontTokens(font)}${light.join('')}}@media(prefers-color-scheme:dark){.flow{${other.join('')}}}`;
}

function colourTokens(palette: Palette): string[] {
  return Object.entries(palette).map(([role, colour]) => `--${kebabCase(role)}:${formatColour(colour)};`);
}

/** Returns the font tokens. Headings and buttons are two steps heavier than body text, and never lighter than 600. */
function fontTokens({ family, url, weight }: FontChoice): string {
  const body = weight ?? 400;
  const chosen = [url && LOADED_FAMILY, family].map((name) => (name ? `"${name}",` : '')).join('');
  const families = chosen + SYSTEM_FONTS;
  return `--font:${families};--weight:${body};--strong:${Math.min(900, Math.max(600, body + 200))};`;
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
