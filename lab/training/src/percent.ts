/** A share of 1, to print. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
