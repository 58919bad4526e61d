import type { BrowserContext, Page } from '@playwright/test';

/** Properties that a browser reports about the device. */
interface FakeDevice {
  readonly cores: number;
  readonly saveData?: boolean;
}

/**
 * Makes the pages of a context, or one page, report the given device. Otherwise the speed of the test machine would decide
 * whether a selfie is guided or timed.
 */
export async function emulateDevice(
  pages: BrowserContext | Page,
  { cores, saveData = false }: FakeDevice,
): Promise<void> {
  await pages.addInitScript(
    ({ cores, saveData }) => {
      const define = (name: string, value: unknown) =>
        Object.defineProperty(navigator, name, { configurable: true, value });
      define('hardwareConcurrency', cores);
      define('deviceMemory', 8);
      define('connection', { saveData, effectiveType: '4g' });
    },
    { cores, saveData },
  );
}
