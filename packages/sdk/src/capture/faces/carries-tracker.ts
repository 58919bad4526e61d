/** Minimum number of cores. With fewer, the camera, its video and the page use them all. */
const minCores = 4;

/** Minimum memory in GB, for devices that report it. Browsers round, and report at most 8. */
const minMemoryGb = 3;

/** Properties of the device that decide whether faces are tracked; each is missing if the browser does not report it. */
export interface TellingDevice {
  readonly hardwareConcurrency?: number;
  /** Device Memory; Chromium only. */
  readonly deviceMemory?: number;
  /** Network Information; Chromium only. */
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

/**
 * Returns whether face tracking is worth a try: the device reports enough cores and memory, and the user does not save data.
 */
export function carriesTracker({ hardwareConcurrency, deviceMemory, connection }: TellingDevice): boolean {
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) return false;
  return (hardwareConcurrency ?? 0) >= minCores && (deviceMemory ?? minMemoryGb) >= minMemoryGb;
}
