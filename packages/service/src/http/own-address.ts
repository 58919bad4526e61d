/** One of the addresses at which the service is reached. */
export interface OwnAddress {
  /** Prefix of the session tokens of executions that are started there. */
  readonly region: 'default' | 'us' | 'apac';
  /** Scheme, host and port: what links that are given there begin with. */
  readonly publicUrl: string;
}

/**
 * Finds the own address that a request was sent to, so that users stay in their region. Only addresses that the operator
 * configured count, not other hosts in a request.
 */
export function createOwnAddresses(
  publicUrl: string,
  regionUrls: { readonly us: string | null; readonly apac: string | null },
): (requestUrl: string) => OwnAddress {
  const regions = (['us', 'apac'] as const).filter((region) => regionUrls[region] !== null);
  // A service that is that of a region says so in its tokens, too.
  const region = regions.find((name) => regionUrls[name] === publicUrl) ?? 'default';
  const usual: OwnAddress = { region, publicUrl };
  const byHost = new Map<string, OwnAddress>();
  for (const name of regions) {
    const url = regionUrls[name]!;
    byHost.set(new URL(url).host, { region: name, publicUrl: url });
  }
  byHost.set(new URL(publicUrl).host, usual);
  const hasRegions = byHost.size > 1;
  // The proxy in front keeps the host that was asked for; the scheme it may have changed.
  return (requestUrl) => (hasRegions ? byHost.get(new URL(requestUrl).host) : undefined) ?? usual;
}
