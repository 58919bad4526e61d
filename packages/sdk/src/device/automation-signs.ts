import type { AutomationTrace, DeviceReport, NavigatorMember } from '@vendor/contract';
import type { DeviceScope } from './device-scope.ts';

/** Traces that browser automation leaves in window or document, by the beginning of their name. */
const traces: readonly (readonly [AutomationTrace, RegExp])[] = [
  ['chromedriver', /^\$?cdc_/],
  ['selenium', /^(?:__(?:selenium|webdriver|driver|fxdriver)_(?:unwrapped|evaluate|script)|_selenium)/],
  ['playwright', /^__(?:playwright|pwInitScripts)/],
  ['phantom', /^(?:_phantom|callPhantom)$/],
  ['nightmare', /^__nightmare$/],
];

const members: readonly NavigatorMember[] = [
  'webdriver',
  'userAgent',
  'platform',
  'languages',
  'hardwareConcurrency',
  'deviceMemory',
  'maxTouchPoints',
];

/** Lists the signs of an automated browser, or of a browser that hides the automation. */
export function automationSigns(scope: DeviceScope): DeviceReport['automation'] {
  const { navigator = {} } = scope;
  const names = [...listNames(scope), ...listNames(scope.document)];
  return {
    webdriver: typeof navigator.webdriver === 'boolean' ? navigator.webdriver : null,
    traces: traces.filter(([, name]) => names.some((one) => name.test(one))).map(([trace]) => trace),
    replaced: members.filter((member) => isReplaced(navigator, member)),
  };
}

function listNames(value: object | undefined): string[] {
  return value ? Object.getOwnPropertyNames(value) : [];
}

/** Returns whether a member was replaced: browsers define it as a getter on the prototype, in native code. */
function isReplaced(navigator: object, member: NavigatorMember): boolean {
  if (!(member in navigator)) return false;
  if (Object.getOwnPropertyDescriptor(navigator, member)) return true;
  const getter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), member)?.get;
  return getter !== undefined && !/\[native code\]\s*\}$/.test(Function.prototype.toString.call(getter));
}
