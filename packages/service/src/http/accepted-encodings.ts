/** Forms of compression, best first; `suffix` is that of a file in this form. */
export const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export type Encoding = (typeof encodings)[number];

/** The forms that an `Accept-Encoding` takes, best first. */
export function acceptedEncodings(accepted = ''): readonly Encoding[] {
  const offered = new Set(
    accepted
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim().toLowerCase()),
  );
  return encodings.filter(({ name }) => offered.has(name));
}
