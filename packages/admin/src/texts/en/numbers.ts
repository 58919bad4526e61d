/** Formats a whole number with thousands separators, such as `1,000`. Avoids `Intl` for the same reason as `dateAndTime`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
