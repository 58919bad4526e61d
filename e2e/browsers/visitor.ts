import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrivenTab } from './driven-browser.ts';
import * as scripts from './page-scripts.ts';
import { until } from './until.ts';

/** A user of a browser: presses buttons by name, reads headings and keeps screenshots. */
export class Visitor {
  readonly tab: DrivenTab;
  private readonly album: string;
  private pictures = 0;

  /** @param album - folder of the screenshots. */
  constructor(tab: DrivenTab, album: string) {
    this.tab = tab;
    this.album = album;
  }

  /** Opens the shop and waits until its button works. */
  async enter(url: string): Promise<void> {
    await this.tab.open(url);
    await this.waitFor('the shop', scripts.isShopReady);
    await this.tab.run(scripts.watch, []);
  }

  /** Presses the button of the flow whose name begins with this, once it can be pressed. */
  press(name: string): Promise<void> {
    return this.pressWithin('flow', name);
  }

  async pressWithin(place: string, name: string): Promise<void> {
    const point = await this.waitFor(`the button ${name}`, scripts.pressPoint, [place, name]);
    const { x, y } = point as { x: number; y: number };
    await this.tab.press(x, y);
  }

  /** Waits until a button with that name can be pressed. */
  async seeButton(name: string): Promise<void> {
    await this.waitFor(`the button ${name}`, scripts.pressPoint, ['flow', name]);
  }

  /** Waits for the screen with that heading and takes a screenshot. */
  async see(heading: string, picture: string): Promise<void> {
    const script = `(heading) => (${scripts.headingText})() === heading`;
    await this.waitFor(`the screen "${heading}"`, script, [heading]);
    await this.photograph(picture);
  }

  async photograph(name: string): Promise<void> {
    await until('the pictures', async () => (await this.tab.run(scripts.isDrawn, [])) || undefined);
    await mkdir(this.album, { recursive: true });
    this.pictures += 1;
    const file = `${String(this.pictures).padStart(2, '0')}-${name}.png`;
    await writeFile(join(this.album, file), await this.tab.photograph());
  }

  /** Waits until the flow is closed. */
  async seeNoFlow(): Promise<void> {
    await this.waitFor('the end of the flow', `() => !(${scripts.isOpen})()`);
  }

  /** Waits until the shop has received exactly these SDK events in this order. */
  async expectEvents(events: readonly string[]): Promise<void> {
    const readEvents = async () => (await this.tab.run(scripts.sdkEvents, [])) as string[];
    const all = async () => ((await readEvents()).length >= events.length ? true : undefined);
    await until(`the events ${events}`, all);
    const received = await readEvents();
    if (JSON.stringify(received) !== JSON.stringify(events)) throw new Error(`The events are ${received}.`);
  }

  /** Runs a script until it returns something; on a time-out, describes the state of the page. */
  private async waitFor(what: string, script: string, args: readonly unknown[] = []): Promise<unknown> {
    const ask = async () => (await this.tab.run(script, args)) || undefined;
    return await until(what, ask).catch(async ({ message }) => {
      await this.photograph('instead');
      throw new Error(`${message} ${JSON.stringify(await this.tab.run(scripts.describePage, []))}`);
    });
  }
}
