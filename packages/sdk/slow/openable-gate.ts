/** Creates a gate at which requests wait while it is held. */
export function openableGate() {
  let open = () => {};
  let passed = Promise.resolve();
  return {
    passed: () => passed,
    hold(held: boolean) {
      open();
      passed = held
        ? new Promise<void>((resolve) => {
            open = resolve;
          })
        : Promise.resolve();
    },
  };
}
