import { z } from 'zod';
import { countedFirst } from '../counted-first.ts';
import { optional } from '../optional.ts';
import { storableText } from '../text.ts';

/** Text reported by a browser. It may be empty, and it is never trusted. */
const text = (maxLength: number) => storableText(maxLength).or(z.literal(''));
const count = z.int().min(0).max(1_000_000);

/** Browser automation tools that leave globals of their own in pages. */
export const automationTraces = ['chromedriver', 'selenium', 'playwright', 'phantom', 'nightmare'] as const;
export type AutomationTrace = (typeof automationTraces)[number];

/** Members of `navigator` that a page or an extension can replace. */
export const navigatorMembers = [
  'webdriver',
  'userAgent',
  'platform',
  'languages',
  'hardwareConcurrency',
  'deviceMemory',
  'maxTouchPoints',
] as const;
export type NavigatorMember = (typeof navigatorMembers)[number];

/**
 * Body of `POST client/device`: facts about the device that a browser gives every page without a permission and without storing
 * anything. Null means that the browser does not provide the fact. The report can be forged.
 */
export const deviceReportSchema = z.object({
  userAgent: text(512),
  /** User-Agent Client Hints (Chromium only): brands with their major versions. */
  brands: countedFirst(
    z.array(z.object({ brand: text(64), version: text(32) })).max(16),
    16,
    'brands',
  ).nullable(),
  mobile: z.boolean().nullable(),
  /** High-entropy hints that the browser returned on request. */
  hints: z
    .object({
      platform: optional(text(64)),
      platformVersion: optional(text(32)),
      architecture: optional(text(32)),
      bitness: optional(text(16)),
      model: optional(text(64)),
    })
    .nullable(),
  /** `navigator.platform`. */
  platform: text(64).nullable(),
  /** BCP 47 tags, most preferred first. */
  languages: countedFirst(z.array(text(64)).max(32), 32, 'languages'),
  /** IANA name. */
  timeZone: text(64).nullable(),
  /** Current offset east of UTC, in minutes. */
  utcOffsetMinutes: z.int().min(-1_440).max(1_440),
  /** In CSS pixels. */
  screen: z.object({
    width: count,
    height: count,
    colorDepth: count,
    /** Device pixels per CSS pixel, at the current zoom. */
    pixelRatio: z.number().min(0).max(1_000),
  }),
  /** Number of logical processors. */
  cores: count.nullable(),
  /** In GiB, rounded by the browser. */
  memory: z.number().min(0).max(1_000_000).nullable(),
  touchPoints: count.nullable(),
  /** WebGL renderer; null without WebGL. */
  renderer: z.object({ vendor: text(256), name: text(256) }).nullable(),
  automation: z.object({
    /** `navigator.webdriver` (WebDriver, W3C). */
    webdriver: z.boolean().nullable(),
    traces: countedFirst(z.array(z.enum(automationTraces)), automationTraces.length, 'names'),
    /** Members of `navigator` that were replaced. */
    replaced: countedFirst(z.array(z.enum(navigatorMembers)), navigatorMembers.length, 'names'),
  }),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;
