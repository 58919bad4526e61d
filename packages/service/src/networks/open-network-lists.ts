import type { AnonymousIPResponse, AsnResponse, CountryResponse, Response } from 'maxmind';
import type { AddressMask, NetworkFacts, NetworkLists } from './network-lists.ts';
import { openWatchedList } from './watched-list.ts';

/** Files in MaxMind's DB format; null: not configured. */
export interface NetworkListFiles {
  readonly country: string | null;
  readonly asn: string | null;
  readonly anonymous: string | null;
}

/** Description of a network list: its origin and age. */
export interface NetworkListFacts {
  readonly list: keyof NetworkListFiles;
  /** Setting that names its file. */
  readonly setting: string;
  /** Kind of the list, as named by its publisher. */
  readonly type: string;
  readonly builtAt: Date;
}

const settings = {
  country: 'IP_COUNTRY_DB',
  asn: 'IP_ASN_DB',
  anonymous: 'IP_ANONYMOUS_DB',
} as const satisfies Record<keyof NetworkListFiles, string>;

/** Open network lists, with their descriptions. */
export interface OpenNetworkLists extends NetworkLists {
  /** Describes each configured list as it is now. */
  facts(): readonly NetworkListFacts[];
  /** Stops watching the files. */
  close(): void;
}

/** Called for a list whose new file cannot be read; the previous one stays in use. */
export type OnUnreadable = (setting: string, error: unknown) => void;

/**
 * Opens the operator's network lists. A replaced file is read again within seconds, without a restart. It must be replaced
 * atomically (`mv`), as tools that fetch such lists do.
 *
 * A new file that cannot be read is reported, and the current list stays in use.
 *
 * @throws with the name of the setting whose file cannot be read.
 */
export async function openNetworkLists(
  files: NetworkListFiles,
  onUnreadable: OnUnreadable,
): Promise<OpenNetworkLists> {
  const opened: { close(): void }[] = [];
  const close = () => {
    for (const list of opened) list.close();
  };
  const openList = async <Entry extends Response>(setting: string, file: string | null) => {
    if (file === null) return null;
    const list = await openWatchedList<Entry>(file, (error) => onUnreadable(setting, error)).catch(
      (cause) => {
        close();
        throw new Error(`${setting}: ${file} cannot be read as a MaxMind DB. ${cause.message}`, { cause });
      },
    );
    opened.push(list);
    return list;
  };
  const country = await openList<CountryResponse>(settings.country, files.country);
  const asn = await openList<AsnResponse>(settings.asn, files.asn);
  const anonymous = await openList<AnonymousIPResponse>(settings.anonymous, files.anonymous);
  const byList = { country, asn, anonymous };
  return {
    facts: () =>
      (['country', 'asn', 'anonymous'] as const).flatMap((list) => {
        const open = byList[list];
        return open === null
          ? []
          : { list, setting: settings[list], type: open.type(), builtAt: open.built() };
      }),
    lookUp: (ip) => ({
      country: country && { code: readCountry(country.get(ip)) },
      owner: asn && readOwner(asn.get(ip)),
      masks: anonymous && readMasks(anonymous.get(ip)),
    }),
    close,
  };
}

/** Returns the country in which the user is. Falls back to the country in which the network is registered. */
function readCountry(entry: CountryResponse | null): string | null {
  return entry?.country?.iso_code ?? entry?.registered_country?.iso_code ?? null;
}

function readOwner(entry: AsnResponse | null): NonNullable<NetworkFacts['owner']> {
  return {
    asn: entry?.autonomous_system_number ?? null,
    organization: entry?.autonomous_system_organization ?? null,
  };
}

/** Returns the masks of an address; none if the list lacks it, because it contains only anonymizing networks. */
function readMasks(entry: AnonymousIPResponse | null): AddressMask[] {
  const masks: AddressMask[] = [];
  if (entry?.is_tor_exit_node) masks.push('TOR');
  if (entry?.is_public_proxy || entry?.is_residential_proxy) masks.push('PROXY');
  if (entry?.is_anonymous_vpn) masks.push('VPN');
  if (entry?.is_hosting_provider) masks.push('HOSTING');
  return masks;
}
