/** Reasons why a bucket failed. `unavailable.ts` has the cause and remedy of each. */
export type BucketFault =
  | 'BUCKET_UNREACHABLE'
  | 'BUCKET_MISSING'
  | 'BUCKET_FORBIDDEN'
  | 'BUCKET_KEY_REFUSED'
  | 'BUCKET_CLOCK'
  | 'BUCKET_ELSEWHERE'
  | 'BUCKET_REFUSED'
  | 'BUCKET_OF_OTHERS'
  | 'BUCKET_NOT_FILLED';

/** A failure of a bucket. Its message contains no object name and no key. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: BucketFault;
  /** Address of the bucket, as in `s3://bucket/prefix`. */
  readonly path: string;

  constructor(code: BucketFault, { path, detail, cause }: { path: string; detail: string; cause?: unknown }) {
    super(`${path}: ${detail} (${code})`, { cause });
    this.code = code;
    this.path = path;
  }
}

/** Faults by S3 error code. @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const faultsByCode: Readonly<Record<string, BucketFault>> = {
  NoSuchBucket: 'BUCKET_MISSING',
  AccessDenied: 'BUCKET_FORBIDDEN',
  AllAccessDisabled: 'BUCKET_FORBIDDEN',
  AccountProblem: 'BUCKET_FORBIDDEN',
  InvalidAccessKeyId: 'BUCKET_KEY_REFUSED',
  SignatureDoesNotMatch: 'BUCKET_KEY_REFUSED',
  ExpiredToken: 'BUCKET_KEY_REFUSED',
  InvalidToken: 'BUCKET_KEY_REFUSED',
  TokenRefreshRequired: 'BUCKET_KEY_REFUSED',
  RequestTimeTooSkewed: 'BUCKET_CLOCK',
  AuthorizationHeaderMalformed: 'BUCKET_ELSEWHERE',
  PermanentRedirect: 'BUCKET_ELSEWHERE',
  TemporaryRedirect: 'BUCKET_ELSEWHERE',
  IllegalLocationConstraintException: 'BUCKET_ELSEWHERE',
};

/** Determines the fault of a reply. @param code - S3 error code of the body; null: the body has none, as in replies to HEAD. */
export function faultOfReply(status: number, code: string | null): BucketFault {
  if (code !== null && Object.hasOwn(faultsByCode, code)) return faultsByCode[code] ?? 'BUCKET_REFUSED';
  if (status >= 500 || status === 429) return 'BUCKET_UNREACHABLE';
  if (status >= 300 && status < 400) return 'BUCKET_ELSEWHERE';
  if (status === 401 || status === 403) return 'BUCKET_FORBIDDEN';
  return 'BUCKET_REFUSED';
}
