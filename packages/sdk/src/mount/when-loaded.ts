/** Loads optional code and uses it. Retries a failed load once; if that fails, too, the flow continues without it. */
export function loadAndUse<Code>(load: () => Promise<Code>, use: (code: Code) => void): void {
  load()
    .catch(load)
    .then(use)
    .catch(() => {});
}
