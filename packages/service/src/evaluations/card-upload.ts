/** One side of a card that a process is to read. */
export interface CardUpload {
  readonly file: Uint8Array;
  readonly side: 'front' | 'back';
}
