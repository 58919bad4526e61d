import { onTestFinished } from 'vitest';

/** Gives jsdom, which has neither, `showModal` and `close` of dialogs until the test has ended. */
export function stubDialogs(): void {
  const { prototype } = HTMLDialogElement;
  Object.assign(prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      // As in browsers: after what runs now, and for a dialog that is gone by then, too.
      queueMicrotask(() => this.dispatchEvent(new Event('close')));
    },
  });
  onTestFinished(() => {
    for (const name of ['showModal', 'close']) Reflect.deleteProperty(prototype, name);
  });
}
