/** Members of a check of a device. */
export type DeviceMember = 'automation' | 'consistency' | 'location' | 'renderer' | 'users';

/**
 * Anomalies of a device, and their weights (docs/fraud.md). Anomalies below 100 never add up to 100, so that they alone never
 * decline a user: people have unusual devices for good reasons.
 */
export const deviceWeights = {
  /** The browser says so itself (`navigator.webdriver`). */
  DEVICE_AUTOMATED: 100,
  DEVICE_HEADLESS: 100,
  /** Globals of programs that drive browsers. */
  DEVICE_AUTOMATION_TRACES: 100,
  /** `navigator.webdriver` is not the browser's own. */
  DEVICE_AUTOMATION_HIDDEN: 60,
  /** The report names contradictory operating systems. */
  DEVICE_PLATFORM_DIFFERS: 40,
  /** Browser calls itself something else to the page than to the service. */
  DEVICE_AGENT_DIFFERS: 40,
  /** Its brands and its user agent are of different browsers. */
  DEVICE_BRAND_DIFFERS: 40,
  /** A phone or tablet without a touch screen. */
  DEVICE_TOUCH_MISSING: 30,
  DEVICE_SCREEN_IMPOSSIBLE: 30,
  /** Members of `navigator` are not the browser's own. */
  DEVICE_MEMBERS_REPLACED: 30,
  DEVICE_LANGUAGES_MISSING: 20,
  /** Its time zone has another offset from UTC than its clock. */
  DEVICE_CLOCK_DIFFERS: 20,
  /** No place in the country of the IP address has the device's time zone. */
  DEVICE_TIME_ZONE_DIFFERS: 30,
  /** Drawn by a processor or a virtual machine. Weak: so are remote desktops, and computers whose driver is blocked. */
  DEVICE_RENDERER_VIRTUAL: 10,
  DEVICE_MANY_USERS: 40,
} as const;

/** Codes of anomalies. */
export type DeviceDoubt = keyof typeof deviceWeights;

/** Stable codes of findings about a device. */
export type DeviceFindingCode =
  | DeviceDoubt
  /** No data of the device was reported. */
  | 'DEVICE_UNKNOWN'
  | 'DEVICE_NOT_AUTOMATED'
  | 'DEVICE_CONSISTENT'
  | 'DEVICE_TIME_ZONE_EXPECTED'
  /** The device reports no time zone, or the country of its IP address is unknown. */
  | 'DEVICE_TIME_ZONE_UNKNOWN'
  | 'DEVICE_RENDERER_ORDINARY'
  | 'DEVICE_RENDERER_UNKNOWN'
  | 'DEVICE_USERS_ORDINARY'
  | 'DEVICE_USERS_UNKNOWN';

/** From this weight on, a program certainly controls the browser. */
export const certainWeight = 100;
