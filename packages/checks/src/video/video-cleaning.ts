/** A film and nothing else: one track of pictures without sound, names, dates, places or attachments. */
export interface CleanVideo {
  readonly bytes: Uint8Array;
  readonly contentType: 'video/webm' | 'video/mp4';
}

export type VideoCleaning =
  | ({ readonly kind: 'clean' } & CleanVideo)
  /** Neither WebM nor MP4, not whole, or of a kind that is not known to be harmless. */
  | { readonly kind: 'refused'; readonly refusal: 'UNREADABLE' | 'TOO_LONG' };
