/** Loads code that few need, or nobody at once, and uses it. What is lost is asked for once more; the flow goes on without. */
export function loadAndUse<Code>(load: () => Promise<Code>, use: (code: Code) => void): void {
  load()
    .catch(load)
    .then(use)
    .catch(() => {});
}
