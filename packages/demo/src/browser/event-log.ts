const list = document.getElementById('log') as HTMLOListElement;

/** Adds a line to the live log, e.g. `logEvent('SDK', 'completed', 'success')`. */
export function logEvent(source: 'Page' | 'SDK' | 'Webhook', name: string, detail?: string): void {
  const line = document.createElement('li');
  line.dataset.source = source;
  line.append(
    part('time', new Date().toLocaleTimeString('en-GB')),
    part('b', source),
    codeOf(name),
    part('span', detail ?? ''),
  );
  list.append(line);
}

/** Formats a long name so that narrow pages break it between words: `orchestration/` `workflow` `_execution` `_finished`. */
function codeOf(name: string): HTMLElement {
  const code = document.createElement('code');
  for (const word of name.split(/(?<=\/)|(?=_)/)) code.append(word, document.createElement('wbr'));
  return code;
}

function part(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
