import type { FileChooser, Locator, Page } from '@playwright/test';

/** The verification flow as the end user sees it, in any rendering mode. */
export class FlowPage {
  readonly page: Page;
  readonly root: Locator;
  readonly heading: Locator;
  readonly closeButton: Locator;
  readonly backButton: Locator;
  readonly shutter: Locator;

  /** @param name - accessible name of the flow in its language. */
  constructor(page: Page, name = 'Identity check') {
    this.page = page;
    // A modal dialog over the page, or a region in it.
    this.root = page.getByRole('dialog', { name }).or(page.getByRole('region', { name }));
    this.heading = this.root.getByRole('heading', { level: 1 });
    // The close button of the header comes first; some screens have another button with this name.
    this.closeButton = this.button('Close').first();
    this.backButton = this.button('Go back');
    this.shutter = this.button('Take the picture');
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  /** Goes from the welcome screen to the capture instructions. By then the service knows that the user has begun. */
  async chooseDocument(name: 'Passport' | 'Identity card'): Promise<void> {
    const begun = this.page.waitForResponse((reply) => reply.url().endsWith('/client/begin') && reply.ok());
    await this.button('Begin').click();
    await this.root.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await begun;
  }

  /** Opens the camera and waits for the automatic capture of a clearly visible document. */
  async awaitAutoCapture(): Promise<void> {
    await this.button('Open the camera').click();
    await this.button('Use this picture').waitFor();
  }

  /** Opens the camera and presses the shutter, for a document that is not captured automatically. */
  async takePicture(): Promise<void> {
    await this.button('Open the camera').click();
    await this.pressShutter();
  }

  /** Takes a picture and waits until it is shown for review. */
  async pressShutter(): Promise<void> {
    await this.shutter.click();
    await this.button('Use this picture').waitFor();
  }

  /** Chooses a file by a button, by default the button for a picture of a document. */
  async chooseFile(
    file: Parameters<FileChooser['setFiles']>[0],
    name = 'Use a picture you have',
  ): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button(name).click();
    await (await chooser).setFiles(file);
  }
}
