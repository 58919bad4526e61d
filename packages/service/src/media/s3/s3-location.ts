/** Location of the media in a bucket, as given by `MEDIA_URL`. */
export interface S3Location {
  readonly bucket: string;
  /** Prefix without leading or trailing slash; empty: media lie at the bucket's root. */
  readonly prefix: string;
  /** Origin of the server; the bucket is the first segment of the path. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether requests sign the digest of their body; otherwise the body gets a Content-MD5 header. */
  readonly signsPayload: boolean;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPart = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
const regionName = /^[A-Za-z0-9-]{1,64}$/;
const parameters = ['endpoint', 'region', 'payload'];

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&payload=unsigned`.
 *
 * @returns the location, or the fault in words.
 */
export function parseS3Location(text: string): S3Location | string {
  if (!/^s3:\/\//.test(text) || !URL.canParse(text))
    return 'must be the URL of a bucket, such as s3://bucket/prefix?endpoint=https://s3.example&region=eu-1';
  const { hostname: bucket, host, username, password, pathname, searchParams, hash } = new URL(text);
  if (username !== '' || password !== '')
    return 'must not contain credentials: set MEDIA_ACCESS_KEY_ID and MEDIA_SECRET_ACCESS_KEY instead';
  if (hash !== '' || host !== bucket || !bucketName.test(bucket))
    return 'must start with a bucket name: 3 to 63 lowercase letters, digits, dots and hyphens';
  const unknown = [...searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return `has the unknown parameter "${unknown}": use only ${parameters.join(', ')}`;
  const parts = pathname.split('/').filter((part) => part !== '');
  if (!parts.every((part) => prefixPart.test(part)))
    return 'must have a prefix of only letters, digits, dots, hyphens and underscores';
  const region = searchParams.get('region') ?? 'us-east-1';
  if (!regionName.test(region)) return 'must have a region of only letters, digits and hyphens';
  const payload = searchParams.get('payload') ?? 'signed';
  if (payload !== 'signed' && payload !== 'unsigned') return 'must have payload=signed or payload=unsigned';
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!isEndpoint(endpoint))
    return 'must have an endpoint of only scheme, host and port, such as https://s3.example';
  return {
    bucket,
    prefix: parts.join('/'),
    endpoint: new URL(endpoint).origin,
    region,
    signsPayload: payload === 'signed',
  };
}

function isEndpoint(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}
