/**
 * Logs one line in the console that tells the integrator what to change if a proxy or firewall blocks requests.
 *
 * @param status - of the answer; 0 if the page could not read one.
 * @param cutBytes - sizes of the blocked uploads; empty for other requests.
 * @param passedBytes - size of the upload that succeeded instead.
 */
export function reportBlocked(status: number, cutBytes: readonly number[] = [], passedBytes?: number): void {
  const sizes = cutBytes.map(megabytes).join(' and ');
  const what = sizes ? `an upload of ${sizes}` : 'a request';
  const answer = status ? `HTTP ${status}` : 'no response that this page can read';
  const passed = passedBytes === undefined ? '' : ` ${megabytes(passedBytes)} got through instead.`;
  console.error(
    `VendorOrchestration: a proxy or firewall in front of the service blocked ${what} (${answer}).${passed}` +
      ' Let it accept bodies of 21 MB (nginx: client_max_body_size 21m), and add CORS headers to its own error replies.',
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
