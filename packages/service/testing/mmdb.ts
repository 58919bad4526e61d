import ipaddr from 'ipaddr.js';

type Value = string | number | boolean | { readonly [name: string]: Value } | readonly Value[];

/** A branch of the search tree: two children, each another branch, the index of an entry, or null. */
type Branch = [Branch | number | null, Branch | number | null];

/**
 * Builds a file in MaxMind's DB format 2.0 with 24-bit records, from networks (CIDR) and their entries. IPv4 lies under
 * `::/96`, as in every such file.
 */
export function mmdbOf(
  type: string,
  networks: Readonly<Record<string, Value>>,
  builtAt = 1_900_000_000,
): Buffer {
  const root: Branch = [null, null];
  const data: Buffer[] = [];
  let dataBytes = 0;
  for (const [network, value] of Object.entries(networks)) {
    put(root, bitsOf(network), dataBytes);
    const encoded = encode(value);
    data.push(encoded);
    dataBytes += encoded.length;
  }
  const branches = listOf(root);
  const tree = Buffer.alloc(branches.length * 6);
  branches.forEach((branch, index) => {
    branch.forEach((child, side) => {
      const record =
        child === null
          ? branches.length
          : typeof child === 'number'
            ? branches.length + 16 + child
            : branches.indexOf(child);
      tree.writeUIntBE(record, index * 6 + side * 3, 3);
    });
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: builtAt,
    database_type: type,
    description: { en: type },
    ip_version: 6,
    languages: ['en'],
    node_count: branches.length,
    record_size: 24,
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

function bitsOf(network: string): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bytes = address.toByteArray();
  const isV4 = bytes.length === 4;
  const whole = isV4 ? [...new Array<number>(12).fill(0), ...bytes] : bytes;
  return whole
    .flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((shift) => (byte >> shift) & 1))
    .slice(0, isV4 ? 96 + length : length);
}

function put(root: Branch, bits: readonly number[], place: number): void {
  let branch = root;
  bits.forEach((bit, index) => {
    if (index === bits.length - 1) branch[bit as 0 | 1] = place;
    else {
      const next = branch[bit as 0 | 1];
      const deeper: Branch = Array.isArray(next) ? next : [null, null];
      branch[bit as 0 | 1] = deeper;
      branch = deeper;
    }
  });
}

function listOf(root: Branch): Branch[] {
  const all: Branch[] = [root];
  for (let at = 0; at < all.length; at++)
    for (const child of all[at]!) if (Array.isArray(child)) all.push(child);
  return all;
}

/** Encodes a value as type 2 (text), 6 (number), 7 (map), 11 (list) or 14 (boolean). */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const members = Object.entries(value as Readonly<Record<string, Value>>);
  return Buffer.concat([
    control(7, members.length),
    ...members.flatMap(([name, member]) => [encode(name), encode(member)]),
  ]);
}

function control(type: number, size: number): Buffer {
  if (size > 28 + 255) throw new RangeError('Larger sizes are not written here.');
  const more = size > 28 ? [size - 29] : [];
  const first = size > 28 ? 29 : size;
  return type < 8 ? Buffer.from([(type << 5) | first, ...more]) : Buffer.from([first, type - 7, ...more]);
}
