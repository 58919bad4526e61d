import { z } from 'zod';

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour such as #2251d1' })
  .nullable();

const schemeSchema = z.object({
  accent: colour.meta({
    description: 'Buttons, progress, the outline around the document; null: the default.',
  }),
  onAccent: colour.meta({ description: 'Text on the accent; null: the default.' }),
  text: colour.meta({ description: 'Text on the surface; null: the default.' }),
});

export const adminBrandColoursSchema = z.object({
  light: schemeSchema.meta({ description: 'For users whose browser prefers light surfaces.' }),
  dark: schemeSchema.meta({ description: 'For users whose browser prefers dark surfaces.' }),
});
export type AdminBrandColours = z.infer<typeof adminBrandColoursSchema>;

const name = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .regex(/^\P{C}+$/u, { error: 'must not have control characters' });

/** `data` of `GET branding`: how the hosted pages of the account look. */
export const adminBrandSchema = z.object({
  name: z.string().meta({ description: 'Shown to users as the one who asks.' }),
  colours: adminBrandColoursSchema.meta({ description: 'By colour scheme of the user.' }),
  fontFamily: z.string().nullable().meta({
    description: 'Family of a font on the devices of users; null, or where they lack it: that of the system.',
  }),
  logo: z.string().nullable().meta({ description: 'PNG in base64; null: none.' }),
  revision: z.int().meta({ description: 'Grows with each change.' }),
  changedAt: z.iso.datetime().nullable().meta({ description: 'When it was changed last; null: never.' }),
});
export type AdminBrand = z.infer<typeof adminBrandSchema>;

/** Body of `PUT branding`. */
export const adminBrandRequestSchema = z.object({
  name: name.meta({ description: 'Shown to users as the one who asks.' }),
  colours: adminBrandColoursSchema.meta({
    description: 'By colour scheme. Pairs whose contrast fails WCAG 2.1 AA are refused.',
  }),
  fontFamily: z.string().max(64).nullable().optional().meta({
    description:
      'Letters, digits, spaces, _ and -, as `theme.fontFamily`; null: the default; left out: it stays.',
  }),
  logo: z
    .base64()
    .max(100_000)
    .nullable()
    .optional()
    .meta({ description: 'PNG in base64, 960 × 240 pixels at most; null: none; left out: it stays.' }),
  revision: z.int().min(0).meta({ description: 'The revision that was seen: another is refused.' }),
});
export type AdminBrandRequest = z.infer<typeof adminBrandRequestSchema>;
