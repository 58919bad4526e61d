/** Supported compression encodings, best first; `suffix` is the file extension. */
export const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export type Encoding = (typeof encodings)[number];

/** Parses an `Accept-Encoding` header into the accepted encodings, best first. */
export function acceptedEncodings(accepted = ''): readonly Encoding[] {
  const offered = new Set(
    accepted
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim().toLowerCase()),
  );
  return encodings.filter(({ name }) => offered.has(name));
}
