/**
 * What the oldest supported browsers lack and the bundler does not lower (Chromium 81, Firefox 79, Safari 15; MDN
 * compatibility data). Where the code asks whether it is there before it is used, it is not listed.
 */
const newer = [
  'Object.hasOwn',
  'Object.groupBy',
  'structuredClone',
  'Promise.any',
  'Promise.withResolvers',
  'randomUUID',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'throwIfAborted',
  '.findLast(',
  '.findLastIndex(',
  '.replaceAll(',
  '.toSorted(',
  '.toReversed(',
  '.at(',
];

/**
 * Fails the build when its output uses what an old browser lacks: there it would break in the hands of a user.
 *
 * @param {readonly { fileName: string, code?: string }[]} output
 */
export function refuseNewerApis(output) {
  for (const { fileName, code = '' } of output) {
    const used = newer.find((name) => code.includes(name));
    if (used) throw new Error(`${fileName} uses ${used}, which browsers we support do not have.`);
  }
}
