// Runs before every test file: jsdom lays nothing out, and of what every browser of the list has it lacks this.
if (typeof document !== 'undefined') {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
