/** Set by the build from `VO_REGIONS`: address of the service by region prefix of the token, as JSON. */
declare const __VO_REGIONS__: Readonly<Record<string, string>> | undefined;

/** Addresses of the service by region; empty unless the build sets some. */
export const regions: Readonly<Record<string, string>> =
  typeof __VO_REGIONS__ === 'undefined' ? {} : __VO_REGIONS__;
