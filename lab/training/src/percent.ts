/** Formats a share of 1 as a percentage. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
