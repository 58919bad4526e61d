/** Members of a device check. */
export type DeviceMember = 'automation' | 'consistency' | 'location' | 'renderer' | 'users';

/**
 * Weights of device anomalies (docs/fraud.md). Those below 100 never add up to 100, so they never decline a user by themselves:
 * people have unusual devices for good reasons.
 */
export const deviceWeights = {
  /** The browser reports automation (`navigator.webdriver`). */
  DEVICE_AUTOMATED: 100,
  DEVICE_HEADLESS: 100,
  /** Globals of automation tools. */
  DEVICE_AUTOMATION_TRACES: 100,
  /** `navigator.webdriver` was replaced. */
  DEVICE_AUTOMATION_HIDDEN: 60,
  /** The report names contradictory operating systems. */
  DEVICE_PLATFORM_DIFFERS: 40,
  /** The browser sends different user agents to the page and to the service. */
  DEVICE_AGENT_DIFFERS: 40,
  /** User agent and client hint brands belong to different browsers. */
  DEVICE_BRAND_DIFFERS: 40,
  /** A phone or tablet without a touch screen. */
  DEVICE_TOUCH_MISSING: 30,
  DEVICE_SCREEN_IMPOSSIBLE: 30,
  /** Other members of `navigator` were replaced. */
  DEVICE_MEMBERS_REPLACED: 30,
  DEVICE_LANGUAGES_MISSING: 20,
  /** The UTC offset of the time zone differs from the clock's. */
  DEVICE_CLOCK_DIFFERS: 20,
  /** No place in the country of the IP address has the device's time zone. */
  DEVICE_TIME_ZONE_DIFFERS: 30,
  /**
   * Rendered by the CPU or a virtual machine. A weak sign: remote desktops and computers with a blocked driver do so as well.
   */
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

/** Weight from which a program certainly controls the browser. */
export const certainWeight = 100;
