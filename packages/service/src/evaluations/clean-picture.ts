/** A picture and nothing else: encoded anew, upright, without metadata. */
export interface CleanPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}
