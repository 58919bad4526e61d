import { hash } from 'node:crypto';
import type { FlowTheme } from '@vendor/contract';
import type { AdminBrandColours } from '@vendor/contract/admin';
import { type ChosenColours, measurePairs, parseColour, parseFontFamily, type Scheme } from '@vendor/ui';
import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { Refusal, refuseMember } from '../../refusal.ts';
import { refuseAct } from '../refuse-act.ts';
import type { Brand, BrandStore } from './brand-store.ts';
import { cleanLogo, LogoError } from './clean-logo.ts';

export interface BrandServices {
  readonly brands: BrandStore;
  readonly clock: Clock;
}

/** A change of the appearance of an account's hosted pages. */
export interface BrandChange {
  readonly accountId: string;
  readonly name: string;
  readonly colours: AdminBrandColours;
  /** Font in the format of {@link parseFontFamily}; null: the default; missing: unchanged. */
  readonly fontFamily?: string | null | undefined;
  /** PNG; null: none; missing: unchanged. */
  readonly logo?: Uint8Array | null | undefined;
  /** The revision on which the change is based. */
  readonly revision: number;
}

/** Reads the appearance of an account's hosted pages. @throws {Refusal} FORBIDDEN, NOT_FOUND. */
export async function readBrand(
  { brands }: Pick<BrandServices, 'brands'>,
  actor: Actor,
  accountId: string,
): Promise<Brand> {
  refuseAct(actor, 'brand.read', { accountId });
  const brand = await brands.brand(accountId);
  if (!brand) throw noAccount();
  return brand;
}

/**
 * Changes the appearance of hosted pages opened from now on.
 *
 * @throws {Refusal} FORBIDDEN; INVALID_REQUEST_BODY for colours with too little contrast (WCAG 2.1 AA), one fault per colour,
 *   for an invalid logo and for an invalid font name; SETTING_CHANGED if somebody else changed it first; NOT_FOUND.
 */
export async function changeBrand(
  { brands, clock }: BrandServices,
  actor: Actor,
  { accountId, name, colours, fontFamily, logo, revision }: BrandChange,
): Promise<void> {
  refuseAct(actor, 'brand.change', { accountId });
  refuseLowContrast(colours);
  const family = fontFamily === null || fontFamily === undefined ? fontFamily : familyOrRefuse(fontFamily);
  const cleaned = logo ? cleanOrRefuse(logo) : logo;
  const now = clock.now();
  await brands.transact({ account: accountId }, async (transaction) => {
    const before = await transaction.brand(accountId);
    if (!before) throw noAccount();
    if (before.revision !== revision)
      throw new Refusal(
        'SETTING_CHANGED',
        'Somebody else changed the branding in the meantime. Load it again.',
      );
    const after: Brand = {
      name,
      colours,
      fontFamily: family === undefined ? before.fontFamily : family,
      logo: cleaned === undefined ? before.logo : cleaned,
      revision: revision + 1,
      changedAt: now,
    };
    await transaction.putBrand(accountId, after);
    await transaction.record({
      actor,
      act: 'account.brand',
      at: now,
      accountId,
      subject: { kind: 'account', id: accountId },
      mode: null,
      changes: changesBetween(before, after),
    });
  });
}

/** Builds the theme of the flow in an account's hosted pages; null: the default theme. */
export function themeOfBrand({
  colours,
  fontFamily,
  logo,
}: Pick<Brand, 'colours' | 'fontFamily' | 'logo'>): FlowTheme | null {
  const logoUrl = logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`;
  const schemes = (['light', 'dark'] as const).map((scheme) => {
    const { accent, onAccent, text } = colours[scheme];
    return [
      scheme,
      {
        ...(accent && { baseAccent: accent }),
        ...(onAccent && { baseOnAccent: onAccent }),
        ...(text && { [textOf[scheme]]: text }),
        ...(logoUrl && { logoUrl }),
      },
    ] as const;
  });
  if (fontFamily === null && schemes.every(([, look]) => Object.keys(look).length === 0)) return null;
  return { ...Object.fromEntries(schemes), ...(fontFamily !== null && { fontFamily }) };
}

/** Name of the text colour in a theme, by scheme. */
const textOf = { light: 'baseTextOnLight', dark: 'baseTextOnDark' } as const;

/** Member of the request to blame for each pair of colours. */
const memberOf = { text: 'text', textOverCamera: 'text', onAccent: 'onAccent', accent: 'accent' } as const;

function refuseLowContrast(colours: AdminBrandColours): void {
  const faults = (['light', 'dark'] as const).flatMap((scheme) =>
    measurePairs(scheme, chosenOf(scheme, colours))
      .filter(({ ratio, needed }) => ratio < needed)
      .map(({ name, ratio, needed }) => ({
        pointer: `/colours/${scheme}/${memberOf[name]}`,
        code: 'INVALID_REQUEST_BODY' as const,
        detail: `has a contrast of ${Math.floor(ratio * 100) / 100}:1, but at least ${needed}:1 is required (${name})`,
      })),
  );
  if (faults.length > 0)
    throw new Refusal('INVALID_REQUEST_BODY', 'Some colours have too little contrast.', faults);
}

function chosenOf(scheme: Scheme, colours: AdminBrandColours): ChosenColours {
  const { accent, onAccent, text } = colours[scheme];
  const named = { baseAccent: accent, baseOnAccent: onAccent, [textOf[scheme]]: text };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => {
      const colour = value === null ? null : parseColour(value);
      return colour ? [[name, colour]] : [];
    }),
  );
}

function familyOrRefuse(text: string): string {
  const family = parseFontFamily(text);
  if (family !== null) return family;
  throw refuseMember(
    'INVALID_REQUEST_BODY',
    '/fontFamily',
    'must be the name of one font: letters, digits, spaces, _ and -',
  );
}

function cleanOrRefuse(file: Uint8Array): Uint8Array {
  try {
    return cleanLogo(file);
  } catch (error) {
    if (error instanceof LogoError) throw refuseMember('INVALID_REQUEST_BODY', '/logo', error.message);
    throw error;
  }
}

/** Lists the changed members with old and new value. A logo is represented by the beginning of its hash. */
function changesBetween(before: Brand, after: Brand): Record<string, [string | null, string | null]> {
  const valuesOf = ({ name, colours, fontFamily, logo }: Brand): Record<string, string | null> => ({
    name,
    ...Object.fromEntries(
      (['light', 'dark'] as const).flatMap((scheme) =>
        Object.entries(colours[scheme]).map(([member, value]) => [`${scheme}.${member}`, value]),
      ),
    ),
    fontFamily,
    logo: logo && hash('sha256', logo, 'hex').slice(0, 12),
  });
  const [old, present] = [valuesOf(before), valuesOf(after)];
  return Object.fromEntries(
    Object.keys(present)
      .filter((member) => old[member] !== present[member])
      .map((member) => [member, [old[member] ?? null, present[member] ?? null]]),
  );
}

function noAccount(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such account.');
}
