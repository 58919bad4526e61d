import { z } from 'zod';
import { storableText } from '../text.ts';

/** Maximum length of each kind of text in a theme, in code points. A logo address may be a data URL. */
export const maxLengths = { name: 64, text: 2_000, address: 100_000 } as const;
const schemeLookSchema = z.object({
  baseTextOnLight: storableText(maxLengths.name).nullish(),
  baseTextOnDark: storableText(maxLengths.name).nullish(),
  baseAccent: storableText(maxLengths.name).nullish(),
  baseOnAccent: storableText(maxLengths.name).nullish(),
  logoUrl: storableText(maxLengths.address).nullish(),
});

/** Theme of the flow, as `start` accepts it. Checks types and lengths only; the flow itself validates colours. */
export const flowThemeSchema = z.object({
  light: schemeLookSchema.nullish(),
  dark: schemeLookSchema.nullish(),
  fontFamily: storableText(maxLengths.text).nullish(),
  fontUrl: storableText(maxLengths.text).nullish(),
  fontWeight: z.union([storableText(maxLengths.name), z.number()]).nullish(),
});
export type FlowTheme = z.infer<typeof flowThemeSchema>;
