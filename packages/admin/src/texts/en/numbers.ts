/** A whole number with its thousands apart, such as `1,000`. Without `Intl`, for the same reason as dates. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
