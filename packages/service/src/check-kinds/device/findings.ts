import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const deviceFindings: Readonly<Record<CodeOf<'device'>, string>> = {
  DEVICE_AUTOMATED: 'The browser says that a program drives it.',
  DEVICE_HEADLESS: 'The browser has no window.',
  DEVICE_AUTOMATION_TRACES: 'The browser has traces of a program that drives it.',
  DEVICE_AUTOMATION_HIDDEN: 'The browser hides whether a program drives it.',
  DEVICE_PLATFORM_DIFFERS: 'The device names systems that it cannot all be.',
  DEVICE_AGENT_DIFFERS: 'The browser calls itself something else to the page than to the service.',
  DEVICE_BRAND_DIFFERS: 'The brands of the browser do not fit its user agent.',
  DEVICE_TOUCH_MISSING: 'The device calls itself a phone or tablet, and cannot be touched.',
  DEVICE_SCREEN_IMPOSSIBLE: 'The device states a screen that cannot exist.',
  DEVICE_MEMBERS_REPLACED: 'Functions of the browser were replaced.',
  DEVICE_LANGUAGES_MISSING: 'The browser names no languages.',
  DEVICE_CLOCK_DIFFERS: 'Time zone and clock of the device do not agree.',
  DEVICE_TIME_ZONE_DIFFERS: 'The time of the device is not that of the country of its IP address.',
  DEVICE_RENDERER_VIRTUAL: 'The device draws without a graphics card, as virtual machines do.',
  DEVICE_MANY_USERS: 'Many users came with the device.',
  DEVICE_UNKNOWN: 'The device told nothing of itself.',
  DEVICE_NOT_AUTOMATED: 'No program seems to drive the browser.',
  DEVICE_CONSISTENT: 'The device does not contradict itself.',
  DEVICE_TIME_ZONE_EXPECTED: 'The time of the device is that of the country of its IP address.',
  DEVICE_TIME_ZONE_UNKNOWN: 'The time zone of the device could not be compared.',
  DEVICE_RENDERER_ORDINARY: 'The device draws with a graphics card.',
  DEVICE_RENDERER_UNKNOWN: 'The device does not say how it draws.',
  DEVICE_USERS_ORDINARY: 'Few users came with the device.',
  DEVICE_USERS_UNKNOWN: 'Users of the device were not counted.',
};
