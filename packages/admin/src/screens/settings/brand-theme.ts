import type { FlowTheme } from '@vendor/contract';
import type { AdminBrand, AdminBrandColours } from '@vendor/contract/admin';
import {
  type ChosenColours,
  type ColourPair,
  measurePairs,
  parseColour,
  parseFontFamily,
  type Scheme,
} from '@vendor/ui';

/** Names of the colours of a scheme in the form and in a stored branding. */
export const colourNames = ['accent', 'onAccent', 'text'] as const;
export type BrandColour = (typeof colourNames)[number];
type Colours = AdminBrandColours[Scheme];

/** Names of the text colour in a theme, by the scheme on whose surfaces the text stands. */
const textOf = { light: 'baseTextOnLight', dark: 'baseTextOnDark' } as const;

/** Returns the name of a colour in a theme of the flow. */
export function themeName(scheme: Scheme, colour: BrandColour) {
  return colour === 'text' ? textOf[scheme] : colour === 'accent' ? 'baseAccent' : 'baseOnAccent';
}

/** Returns whether a text is a colour that the service accepts. */
export function isColour(text: string | null): boolean {
  return text === null || /^#[0-9a-f]{6}$/.test(text);
}

/** Measures the contrast of the colour pairs of a scheme. */
export function pairsOf(scheme: Scheme, colours: Colours): ColourPair[] {
  const chosen: { -readonly [Name in keyof ChosenColours]: ChosenColours[Name] } = {};
  for (const name of colourNames) {
    const colour = parseColour(colours[name] ?? '');
    if (colour) chosen[themeName(scheme, name)] = colour;
  }
  // Text over the camera uses the colours of the dark scheme, so a light scheme does not change it.
  return measurePairs(scheme, chosen).filter(({ name }) => name !== 'textOverCamera' || scheme === 'dark');
}

type Look = Pick<AdminBrand, 'colours' | 'fontFamily' | 'logo'>;

/** Returns the theme that the service derives from a branding. */
export function themeOf({ colours, fontFamily, logo }: Look): FlowTheme {
  const family = parseFontFamily(fontFamily ?? '');
  const look = (scheme: Scheme) => ({
    ...Object.fromEntries(
      colourNames.flatMap((name) => {
        const value = colours[scheme][name];
        return value !== null && isColour(value) ? [[themeName(scheme, name), value]] : [];
      }),
    ),
    ...(logo === null ? {} : { logoUrl: `data:image/png;base64,${logo}` }),
  });
  return { light: look('light'), dark: look('dark'), ...(family === null ? {} : { fontFamily: family }) };
}
