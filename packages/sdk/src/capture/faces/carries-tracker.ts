/** Fewer cores have enough to do with the camera, its video and the page. */
const leastCores = 4;

/** Least memory in GB, for devices that report it. Browsers round, and report at most 8. */
const leastMemory = 3;

/** Facts about the device, as far as they are asked here; each is missing where a browser does not tell. */
export interface TellingDevice {
  readonly hardwareConcurrency?: number;
  /** Device Memory, Chromium alone. */
  readonly deviceMemory?: number;
  /** Network Information, Chromium alone. */
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

/** Whether a device is worth a try: it is told to have cores and memory to spare, and its user does not pay for each byte. */
export function carriesTracker({ hardwareConcurrency, deviceMemory, connection }: TellingDevice): boolean {
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) return false;
  return (hardwareConcurrency ?? 0) >= leastCores && (deviceMemory ?? leastMemory) >= leastMemory;
}
