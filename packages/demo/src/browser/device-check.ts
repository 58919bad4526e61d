const button = document.getElementById('check-device') as HTMLButtonElement;
const list = document.getElementById('device') as HTMLUListElement;

/** Lets the visitor check whether a verification would work on this device, without a request for the camera. */
export function offerDeviceCheck(): void {
  let isChecking = false;
  button.addEventListener('click', async () => {
    if (isChecking) return;
    isChecking = true;
    show(['Checking …']);
    show(await findings());
    isChecking = false;
  });
}

async function findings(): Promise<readonly string[]> {
  if (typeof VendorOrchestration === 'undefined') return ['The SDK did not load.'];
  const { ok, findings } = await VendorOrchestration.preflight();
  const lines = findings.map(({ code, title, remedy }) => `${code}: ${title} ${remedy}`);
  return [ok ? 'A verification can take place here.' : 'A verification cannot take place here.', ...lines];
}

function show(lines: readonly string[]): void {
  list.textContent = '';
  list.append(...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })));
}
