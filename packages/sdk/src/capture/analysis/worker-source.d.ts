/** The bundled analysis worker as source text; made by the build. */
declare module 'virtual:analysis-worker' {
  const source: string;
  export default source;
}
