import type { DeviceReport } from '@vendor/contract';
import type { DeviceDoubt } from './device-findings.ts';
import { findUtcOffset } from './time-zone.ts';

/** Facts that the service knows about a device besides its report. */
export interface DeviceContact {
  /** User-Agent header of the request that carried the report; null without one. */
  readonly agent: string | null;
  /** Time of the request, in ms since 1970. */
  readonly receivedAt: number;
}

/** Finds signs that a program controls the browser. */
export function findAutomationDoubts(
  { userAgent, brands, automation }: DeviceReport,
  { agent }: DeviceContact,
): DeviceDoubt[] {
  const names = [userAgent, agent ?? '', ...(brands ?? []).map(({ brand }) => brand)];
  const doubts: DeviceDoubt[] = [];
  if (automation.webdriver === true) doubts.push('DEVICE_AUTOMATED');
  if (names.some((name) => /Headless|PhantomJS|jsdom/i.test(name))) doubts.push('DEVICE_HEADLESS');
  if (automation.traces.length > 0) doubts.push('DEVICE_AUTOMATION_TRACES');
  if (automation.replaced.includes('webdriver')) doubts.push('DEVICE_AUTOMATION_HIDDEN');
  return doubts;
}

/** Finds contradictions within the report, or with the request that carried it. */
export function findConsistencyDoubts(report: DeviceReport, contact: DeviceContact): DeviceDoubt[] {
  const doubts: DeviceDoubt[] = [];
  if (namesDifferentSystems(report)) doubts.push('DEVICE_PLATFORM_DIFFERS');
  if (contact.agent !== null && agentDiffers(report, contact.agent)) doubts.push('DEVICE_AGENT_DIFFERS');
  if (brandDiffers(report)) doubts.push('DEVICE_BRAND_DIFFERS');
  if (report.touchPoints === 0 && /iPhone|iPad|iPod|Android.*Mobile/.test(report.userAgent))
    doubts.push('DEVICE_TOUCH_MISSING');
  const { width, height, colorDepth } = report.screen;
  if (width === 0 || height === 0 || colorDepth === 0) doubts.push('DEVICE_SCREEN_IMPOSSIBLE');
  if (report.automation.replaced.some((member) => member !== 'webdriver'))
    doubts.push('DEVICE_MEMBERS_REPLACED');
  if (report.languages.length === 0) doubts.push('DEVICE_LANGUAGES_MISSING');
  if (clockDiffers(report, contact)) doubts.push('DEVICE_CLOCK_DIFFERS');
  return doubts;
}

/** Minimum length of a truncated user agent: the SDK truncates at 512 UTF-16 units, without splitting a surrogate pair. */
const MIN_TRUNCATED_LENGTH = 511;

/**
 * Returns whether report and header have different user agents. A header arrives trimmed (RFC 9110, 5.5) and decoded as
 * Latin-1, but browsers send non-ASCII user agents as UTF-8; apps on Android have both spaces and such characters in theirs.
 */
function agentDiffers({ userAgent }: DeviceReport, header: string): boolean {
  const sent = userAgent.trim();
  const readings = [header, Buffer.from(header, 'latin1').toString('utf8')].map((reading) => reading.trim());
  const isCut = userAgent.length >= MIN_TRUNCATED_LENGTH;
  return !readings.some((reading) => (isCut ? reading.startsWith(sent) : reading === sent));
}

/**
 * Operating systems, grouped if one legitimately presents itself as the other: an iPad requests pages for a Mac, an Android
 * phone those for a desktop, and ChromeOS is Linux in `navigator.platform`.
 */
const systems = [
  { name: 'windows', in: /Windows|^Win(?:32|64|dows)?$/ },
  { name: 'apple', in: /Macintosh|iPhone|iPad|iPod|^(?:Mac|iOS|visionOS)/i },
  { name: 'linux', in: /Android|CrOS|Chrom(?:e|ium) ?OS|Linux|X11/i },
] as const;

function systemOf(name: string | null | undefined) {
  return systems.find((system) => system.in.test(name ?? ''))?.name;
}

function namesDifferentSystems({ userAgent, platform, hints }: DeviceReport): boolean {
  // The first parentheses of a user agent contain the operating system (RFC 9110, 10.1.5, as all browsers write it).
  const named = [/\(([^)]*)\)/.exec(userAgent)?.[1], platform, hints?.platform];
  const known = named.flatMap((name) => systemOf(name) ?? []);
  return new Set(known).size > 1;
}

/**
 * Returns whether brands contradict the user agent. Only Chromium browsers have brands, and their user agent contains the same
 * version.
 */
function brandDiffers({ userAgent, brands }: DeviceReport): boolean {
  const chromium = brands?.find(({ brand }) => brand === 'Chromium');
  if (!chromium) return false;
  const version = /Chrome\/(\d+)/.exec(userAgent)?.[1];
  return version !== chromium.version.split('.')[0];
}

function clockDiffers(report: DeviceReport, { receivedAt }: DeviceContact): boolean {
  const offset = report.timeZone === null ? null : findUtcOffset(report.timeZone, receivedAt);
  return offset !== null && offset !== report.utcOffsetMinutes;
}

/** Renderers without a graphics card, and those of virtual machines. */
const virtual =
  /SwiftShader|llvmpipe|softpipe|Software Rasterizer|Microsoft Basic Render|VirtualBox|VMware|SVGA3D|Parallels|virgl|QXL/i;

export function isVirtual({ vendor, name }: NonNullable<DeviceReport['renderer']>): boolean {
  return virtual.test(`${vendor} ${name}`);
}
