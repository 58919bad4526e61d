import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const deviceFindings: Readonly<Record<CodeOf<'device'>, string>> = {
  DEVICE_AUTOMATED: 'The browser reports that a program controls it.',
  DEVICE_HEADLESS: 'The browser has no window.',
  DEVICE_AUTOMATION_TRACES: 'The browser has traces of a program that controls it.',
  DEVICE_AUTOMATION_HIDDEN: 'The browser hides whether a program controls it.',
  DEVICE_PLATFORM_DIFFERS: 'The device reports operating systems that contradict each other.',
  DEVICE_AGENT_DIFFERS: 'The browser identifies itself differently to the page and to the service.',
  DEVICE_BRAND_DIFFERS: 'The brands of the browser do not match its user agent.',
  DEVICE_TOUCH_MISSING: 'The device claims to be a phone or tablet, but has no touch screen.',
  DEVICE_SCREEN_IMPOSSIBLE: 'The device reports a screen that cannot exist.',
  DEVICE_MEMBERS_REPLACED: 'Built-in functions of the browser were replaced.',
  DEVICE_LANGUAGES_MISSING: 'The browser reports no languages.',
  DEVICE_CLOCK_DIFFERS: 'Time zone and clock of the device do not agree.',
  DEVICE_TIME_ZONE_DIFFERS: 'The local time of the device is not that of the country of its IP address.',
  DEVICE_RENDERER_VIRTUAL: 'The device draws without a graphics card, as virtual machines do.',
  DEVICE_MANY_USERS: 'Many users have used the device.',
  DEVICE_UNKNOWN: 'The device did not send a report.',
  DEVICE_NOT_AUTOMATED: 'No program seems to control the browser.',
  DEVICE_CONSISTENT: 'The device does not contradict itself.',
  DEVICE_TIME_ZONE_EXPECTED: 'The local time of the device is that of the country of its IP address.',
  DEVICE_TIME_ZONE_UNKNOWN: 'The time zone of the device could not be compared.',
  DEVICE_RENDERER_ORDINARY: 'The device draws with a graphics card.',
  DEVICE_RENDERER_UNKNOWN: 'The device does not report how it draws.',
  DEVICE_USERS_ORDINARY: 'Few users have used the device.',
  DEVICE_USERS_UNKNOWN: 'Users of the device were not counted.',
};
