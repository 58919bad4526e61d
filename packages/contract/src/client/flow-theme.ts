import { z } from 'zod';
import { storableText } from '../text.ts';

/** Maximum length of each kind of text in a theme, in code points. A logo address may be a data URL. */
export const longest = { name: 64, text: 2_000, address: 100_000 } as const;
const schemeLookSchema = z.object({
  baseTextOnLight: storableText(longest.name).nullish(),
  baseTextOnDark: storableText(longest.name).nullish(),
  baseAccent: storableText(longest.name).nullish(),
  baseOnAccent: storableText(longest.name).nullish(),
  logoUrl: storableText(longest.address).nullish(),
});

/** Theme of the flow, as `start` accepts it. Checks types and lengths only; the flow itself validates colours. */
export const flowThemeSchema = z.object({
  light: schemeLookSchema.nullish(),
  dark: schemeLookSchema.nullish(),
  fontFamily: storableText(longest.text).nullish(),
  fontUrl: storableText(longest.text).nullish(),
  fontWeight: z.union([storableText(longest.name), z.number()]).nullish(),
});
export type FlowTheme = z.infer<typeof flowThemeSchema>;
