import type { ProblemCode } from '@vendor/contract';
import { z } from 'zod';

/** Path at which every address of the API begins. */
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

/** One endpoint, as its callers need to know it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** After `apiPath`; parts in braces are parameters. */
  readonly path: string;
  readonly summary: string;
  /** Further details. */
  readonly description?: string;
  readonly authorization: Authorization;
  /** Parameters whose schema accepts undefined are optional; the same holds for headers. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** JSON, unless it is the media type of bytes. */
  readonly body?: z.ZodType | readonly string[];
  /** `data` of the reply, or the media type of bytes. */
  readonly reply: z.ZodType | readonly string[];
  /** A part of the bytes may be asked for, too. */
  readonly hasRanges?: boolean;
  /** Of the body, and of `data`. */
  readonly examples?: { readonly body?: unknown; readonly reply?: unknown };
  readonly problems: readonly ProblemCode[];
}

/** `data` of a reply that has nothing to say. */
export const nothing = z.object({});

/** Media types of pictures, and of the video of a selfie. */
export const mediaTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/webm',
  'video/mp4',
  'application/pdf',
] as const;

/** Problems that any body can have. */
export const bodyProblems = [
  'INVALID_REQUEST_BODY',
  'UPLOAD_TOO_SLOW',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
