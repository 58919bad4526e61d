/** A re-encoded picture: upright, without metadata. */
export interface CleanPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}
