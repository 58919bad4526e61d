import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const ipFindings: Readonly<Record<CodeOf<'ip'>, string>> = {
  IP_ADDRESS_PUBLIC: 'The IP address is public.',
  IP_ADDRESS_UNKNOWN: 'The IP address of the user is not known.',
  IP_ADDRESS_PRIVATE: 'The IP address belongs to a private network.',
  IP_ADDRESS_LOOPBACK: 'The IP address is a loopback address.',
  IP_ADDRESS_CARRIER_NAT: 'The IP address belongs to the internal network of a carrier.',
  IP_ADDRESS_DOCUMENTATION: 'The IP address is reserved for documentation.',
  IP_ADDRESS_RESERVED: 'The IP address is reserved.',
  IP_COUNTRY_EXPECTED: 'The country of the IP address is the expected one.',
  IP_COUNTRY_DIFFERS: 'The country of the IP address is not the expected one.',
  IP_COUNTRY_UNKNOWN: 'The country of the IP address is not known.',
  IP_COUNTRY_NOT_COMPARED: 'The country of the IP address was not compared: none was expected.',
  IP_NETWORK_ORDINARY: 'The network of the IP address is not known to hide its users.',
  IP_NETWORK_TOR: 'The IP address is a Tor exit node.',
  IP_NETWORK_PROXY: 'The IP address belongs to a public proxy.',
  IP_NETWORK_VPN: 'The IP address belongs to a VPN.',
  IP_NETWORK_HOSTING: 'The IP address belongs to a data centre.',
  IP_NETWORK_UNKNOWN: 'Whether the network hides its users is unknown: there is no list of networks.',
  IP_VELOCITY_ORDINARY: 'Few users came from the IP address.',
  IP_ADDRESS_MANY_USERS: 'Many users came from the IP address within a day.',
  IP_NETWORK_MANY_USERS: 'Many users came from the network of the IP address within a day.',
  IP_VELOCITY_UNKNOWN: 'Users from the IP address were not counted.',
};
