import type { BrowserContext, Page } from '@playwright/test';

/** Properties that a browser reports about the device. */
interface FakeDevice {
  readonly cores: number;
  readonly saveData?: boolean;
}

/**
 * Makes a context, or one page, report another device. Otherwise the machine would decide whether a selfie is guided or timed.
 * The setting of a page overrides that of its context.
 */
export async function beDevice(
  pages: BrowserContext | Page,
  { cores, saveData = false }: FakeDevice,
): Promise<void> {
  await pages.addInitScript(
    ({ cores, saveData }) => {
      const tell = (name: string, value: unknown) =>
        Object.defineProperty(navigator, name, { configurable: true, value });
      tell('hardwareConcurrency', cores);
      tell('deviceMemory', 8);
      tell('connection', { saveData, effectiveType: '4g' });
    },
    { cores, saveData },
  );
}
