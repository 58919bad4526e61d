const list = document.getElementById('log') as HTMLOListElement;

/** Adds a line to the live log, e.g. `logEvent('SDK', 'completed', 'success')`. */
export function logEvent(source: 'Page' | 'SDK' | 'Webhook', name: string, detail?: string): void {
  const line = document.createElement('li');
  line.dataset.source = source;
  line.append(
    part('time', new Date().toLocaleTimeString('en-GB')),
    part('b', source),
    part('code', name),
    part('span', detail ?? ''),
  );
  list.append(line);
}

function part(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
