import { z } from 'zod';
import { storableText } from '../text.ts';

/** Longest text of each kind in a look, in code points; a logo may be a picture inside its address. */
export const longest = { name: 64, text: 2_000, address: 100_000 } as const;
const schemeLookSchema = z.object({
  baseTextOnLight: storableText(longest.name).nullish(),
  baseTextOnDark: storableText(longest.name).nullish(),
  baseAccent: storableText(longest.name).nullish(),
  baseOnAccent: storableText(longest.name).nullish(),
  logoUrl: storableText(longest.address).nullish(),
});

/** Look of the flow, as `start` takes it: kinds and sizes alone; whether a colour is a colour is for the flow to say. */
export const flowThemeSchema = z.object({
  light: schemeLookSchema.nullish(),
  dark: schemeLookSchema.nullish(),
  fontFamily: storableText(longest.text).nullish(),
  fontUrl: storableText(longest.text).nullish(),
  fontWeight: z.union([storableText(longest.name), z.number()]).nullish(),
});
export type FlowTheme = z.infer<typeof flowThemeSchema>;
