/** A rewritten video: one video track without sound, names, dates, locations or attachments. */
export interface CleanVideo {
  readonly bytes: Uint8Array;
  readonly contentType: 'video/webm' | 'video/mp4';
}

export type VideoCleaning =
  | ({ readonly kind: 'clean' } & CleanVideo)
  /** `UNREADABLE`: neither WebM nor MP4, truncated, or with content that is not known to be harmless. */
  | { readonly kind: 'refused'; readonly refusal: 'UNREADABLE' | 'TOO_LONG' };
