/** The bundled face worker as source text; made by the build. */
declare module 'virtual:face-worker' {
  const source: string;
  export default source;
}

/** The detector's weights as base64; made by the build. */
declare module 'virtual:face-model' {
  const weights: string;
  export default weights;
}
