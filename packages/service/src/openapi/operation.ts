import type { ProblemCode } from '@vendor/contract';
import { z } from 'zod';

/** Path prefix of the API. */
export const apiPath = '/orchestration-api/v1';

/** Credential that authorizes a call. */
export type Authorization =
  | 'apiKey'
  | 'webhookKey'
  | 'sessionToken'
  | 'linkSecret'
  | 'handOffSecret'
  | 'sessionKey'
  | 'signedLink'
  | 'none';

/** One operation of the API, as documented for its callers. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path after `apiPath`; parameters are in braces. */
  readonly path: string;
  readonly summary: string;
  /** Further details. */
  readonly description?: string;
  readonly authorization: Authorization;
  /** Query parameters. Those whose schema accepts undefined are optional, like headers. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** JSON schema, or media types for a body that is not JSON. */
  readonly body?: z.ZodType | readonly string[];
  /** `data` of the reply, or media types for a reply that is not JSON. */
  readonly reply: z.ZodType | readonly string[];
  /** Whether clients may request a range of the bytes. */
  readonly hasRanges?: boolean;
  /** Examples of the body, and of `data`. */
  readonly examples?: { readonly body?: unknown; readonly reply?: unknown };
  readonly problems: readonly ProblemCode[];
}

/** Empty `data` of a reply. */
export const nothing = z.object({});

/** Media types of captures: pictures, videos of selfies, and PDF files. */
export const mediaTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/webm',
  'video/mp4',
  'application/pdf',
] as const;

/** Problems that any JSON body may have. */
export const bodyProblems = [
  'INVALID_REQUEST_BODY',
  'UPLOAD_TOO_SLOW',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
