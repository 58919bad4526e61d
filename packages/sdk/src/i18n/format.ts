/** Formats a share 0..1 as a whole percentage: "40%". */
export function formatShare(share: number, intlTag: string): string {
  return new Intl.NumberFormat(intlTag, { style: 'percent' }).format(share);
}

/** Formats a size in megabytes with one decimal: "1.2 MB". */
export function formatMegabytes(bytes: number, intlTag: string): string {
  return formatUnit('megabyte', 1, intlTag, bytes / 1_000_000);
}

/** Formats the size of a file, in whole kilobytes below one megabyte. */
export function formatSize(bytes: number, intlTag: string): string {
  if (bytes >= 1_000_000) return formatMegabytes(bytes, intlTag);
  return formatUnit('kilobyte', 0, intlTag, Math.ceil(bytes / 1000));
}

function formatUnit(unit: string, digits: number, intlTag: string, value: number): string {
  return new Intl.NumberFormat(intlTag, {
    style: 'unit',
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
