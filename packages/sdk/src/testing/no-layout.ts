// Runs before every test file: jsdom has no layout, and lacks this API that every supported browser has.
if (typeof document !== 'undefined') {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
