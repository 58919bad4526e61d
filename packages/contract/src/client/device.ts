import { z } from 'zod';
import { countedFirst } from '../counted-first.ts';
import { optional } from '../optional.ts';
import { storableText } from '../text.ts';

/** Texts of a browser may be empty; nobody believes them. */
const text = (maxLength: number) => storableText(maxLength).or(z.literal(''));
const count = z.int().min(0).max(1_000_000);

/** Globals that programs which drive a browser leave in its pages. */
export const automationTraces = ['chromedriver', 'selenium', 'playwright', 'phantom', 'nightmare'] as const;
export type AutomationTrace = (typeof automationTraces)[number];

/** Members of `navigator` that a page or an extension can put others in the place of. */
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
 * Body of `POST client/device`: what a browser tells every page of the device, without a permission and without leaving
 * anything on it. Null: this browser does not tell. It is what somebody's browser says, and may be made up.
 */
export const deviceReportSchema = z.object({
  userAgent: text(512),
  /** User-Agent Client Hints, which Chromium has: brands with their major versions. */
  brands: z
    .array(z.object({ brand: text(64), version: text(32) }))
    .max(16)
    .nullable(),
  mobile: z.boolean().nullable(),
  /** The hints that are asked for by name; those that were given. */
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
  /** BCP 47, the preferred first. */
  languages: countedFirst(z.array(text(64)).max(32), 32, 'languages'),
  /** IANA. */
  timeZone: text(64).nullable(),
  /** East of UTC, in minutes, now. */
  utcOffsetMinutes: z.int().min(-1_440).max(1_440),
  /** In CSS pixels. */
  screen: z.object({
    width: count,
    height: count,
    colorDepth: count,
    /** Device pixels of a CSS pixel, at the present zoom. */
    pixelRatio: z.number().min(0).max(1_000),
  }),
  /** Logical ones. */
  cores: count.nullable(),
  /** In GiB, rounded by the browser. */
  memory: z.number().min(0).max(1_000_000).nullable(),
  touchPoints: count.nullable(),
  /** WebGL renderer; null if there is none. */
  renderer: z.object({ vendor: text(256), name: text(256) }).nullable(),
  automation: z.object({
    /** `navigator.webdriver` (WebDriver, W3C). */
    webdriver: z.boolean().nullable(),
    traces: countedFirst(z.array(z.enum(automationTraces)), automationTraces.length, 'names'),
    /** Members of `navigator` that are not the browser's own. */
    replaced: countedFirst(z.array(z.enum(navigatorMembers)), navigatorMembers.length, 'names'),
  }),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;
