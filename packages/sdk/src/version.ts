/** Filled in by the build from package.json. */
declare const __VO_VERSION__: string | undefined;

/** Version of this package. */
export const version: string = typeof __VO_VERSION__ === 'undefined' ? '0.0.0' : __VO_VERSION__;
