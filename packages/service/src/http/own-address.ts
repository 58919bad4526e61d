/** An address under which the service is reached. */
export interface OwnAddress {
  /** Prefix of the session tokens of executions started there. */
  readonly region: 'default' | 'us' | 'apac';
  /** Scheme, host and port of links made there. */
  readonly publicUrl: string;
}

/**
 * Finds the own address to which a request was sent, so that users stay in their region. Only addresses configured by the
 * operator count, not other hosts in a request.
 */
export function createOwnAddresses(
  publicUrl: string,
  regionUrls: { readonly us: string | null; readonly apac: string | null },
): (requestUrl: string) => OwnAddress {
  const regions = (['us', 'apac'] as const).filter((region) => regionUrls[region] !== null);
  // A service whose only address is that of a region also uses the region in its tokens.
  const region = regions.find((name) => regionUrls[name] === publicUrl) ?? 'default';
  const usual: OwnAddress = { region, publicUrl };
  const byHost = new Map<string, OwnAddress>();
  for (const name of regions) {
    const url = regionUrls[name]!;
    byHost.set(new URL(url).host, { region: name, publicUrl: url });
  }
  byHost.set(new URL(publicUrl).host, usual);
  const hasRegions = byHost.size > 1;
  // Compares only the host, which proxies keep; they may change the scheme.
  return (requestUrl) => (hasRegions ? byHost.get(new URL(requestUrl).host) : undefined) ?? usual;
}
