/** The font of the flow; each member is null where the theme chooses nothing. */
export interface FontChoice {
  readonly family: string | null;
  /** Address on Google's font hosts. */
  readonly url: string | null;
  /** Weight of running text, 100..900. */
  readonly weight: number | null;
}

const FAMILY = /^[A-Za-z][A-Za-z0-9 _-]{0,63}$/;
const FONT_HOSTS = ['fonts.googleapis.com', 'fonts.gstatic.com'];

/** A family name of letters, digits, spaces, `_` and `-`: nothing that could end a CSS string. */
export function parseFontFamily(text: string): string | null {
  return FAMILY.test(text.trim()) ? text.trim() : null;
}

/** An https address whose parsed host is exactly one of Google's font hosts. */
export function parseFontUrl(text: string): string | null {
  try {
    const url = new URL(text);
    const isAllowed = url.protocol === 'https:' && FONT_HOSTS.includes(url.host) && url.username === '';
    return isAllowed ? url.href : null;
  } catch {
    return null;
  }
}

/** A weight of 100 to 900, as a number or written as one. */
export function parseFontWeight(value: string | number): number | null {
  const weight =
    typeof value === 'number' ? value : /^[1-9]\d{2}$/.test(value.trim()) ? Number(value) : Number.NaN;
  return weight >= 100 && weight <= 900 && Number.isInteger(weight) ? weight : null;
}
