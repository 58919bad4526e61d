/** Task of a process that reads one side of a card. */
export interface CardUpload {
  readonly file: Uint8Array;
  readonly side: 'front' | 'back';
}
