/** Formats a whole number with thousands separators, such as `1,000`. Does not use `Intl`, for the same reason as dates. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
