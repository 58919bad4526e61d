import type { BrowserContext, Page } from '@playwright/test';

/** Report of a device about itself. */
interface FakeDevice {
  readonly cores: number;
  readonly saveData?: boolean;
}

/**
 * Has the pages of a context, or one page, take the machine for another device: whether a selfie is guided or goes by time would
 * depend on where a journey runs. What is said of a page counts before what is said of its context.
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
