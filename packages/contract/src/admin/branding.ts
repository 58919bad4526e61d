import { z } from 'zod';

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour such as #2251d1' })
  .nullable();

const schemeSchema = z.object({
  accent: colour.meta({
    description: 'Colour of buttons, progress and the outline around the document; null for the default.',
  }),
  onAccent: colour.meta({ description: 'Colour of text on the accent; null for the default.' }),
  text: colour.meta({ description: 'Colour of text on the surface; null for the default.' }),
});

export const adminBrandColoursSchema = z.object({
  light: schemeSchema.meta({ description: 'Colours for users whose browser prefers a light scheme.' }),
  dark: schemeSchema.meta({ description: 'Colours for users whose browser prefers a dark scheme.' }),
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
  name: z.string().meta({ description: 'Name shown to users as the requester of the verification.' }),
  colours: adminBrandColoursSchema.meta({ description: 'Colours for each colour scheme.' }),
  fontFamily: z.string().nullable().meta({
    description:
      'Font family on the devices of users. The system font is used if it is null or not installed.',
  }),
  logo: z.string().nullable().meta({ description: 'PNG in base64; null if there is none.' }),
  revision: z.int().meta({ description: 'Grows with each change.' }),
  changedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time of the last change; null if there was none.' }),
});
export type AdminBrand = z.infer<typeof adminBrandSchema>;

/** Body of `PUT branding`. */
export const adminBrandRequestSchema = z.object({
  name: name.meta({ description: 'Name shown to users as the requester of the verification.' }),
  colours: adminBrandColoursSchema.meta({
    description: 'Colours for each colour scheme. Pairs whose contrast fails WCAG 2.1 AA are refused.',
  }),
  fontFamily: z.string().max(64).nullable().optional().meta({
    description:
      'Letters, digits, spaces, _ and -, as in `theme.fontFamily`; null for the default; left out: unchanged.',
  }),
  logo: z
    .base64()
    .max(100_000)
    .nullable()
    .optional()
    .meta({ description: 'PNG in base64, at most 960 × 240 pixels; null removes it; left out: unchanged.' }),
  revision: z.int().min(0).meta({
    description:
      'Revision on which the change is based. The request is refused if it is not the current one.',
  }),
});
export type AdminBrandRequest = z.infer<typeof adminBrandRequestSchema>;
