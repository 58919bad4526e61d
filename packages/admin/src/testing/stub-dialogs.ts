import { onTestFinished } from 'vitest';

/** Adds `showModal` and `close` of dialogs, which jsdom lacks, until the test has ended. */
export function stubDialogs(): void {
  const { prototype } = HTMLDialogElement;
  Object.assign(prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      // As in browsers: asynchronously, and even if the dialog was removed meanwhile.
      queueMicrotask(() => this.dispatchEvent(new Event('close')));
    },
  });
  onTestFinished(() => {
    for (const name of ['showModal', 'close']) Reflect.deleteProperty(prototype, name);
  });
}
