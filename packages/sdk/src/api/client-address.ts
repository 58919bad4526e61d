/** Returns the address of a route of the client API. */
export function clientAddress(baseAddress: string, path: string): string {
  return `${baseAddress}/orchestration-api/v1/client/${path}`;
}
