/** Text that is markup already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Markup from a template: everything put into it is escaped, unless it is markup itself or a list of it. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + write(values[index - 1]) + part));
}

/** Markup that is known to be so. */
export function raw(text: string): Markup {
  return new Markup(text);
}

/** Paragraphs of a text, with the marks of Markdown that our own texts use: `**strong**` and `` `code` ``. */
export function paragraphs(text: string): Markup {
  const escaped = text.split('\n\n').map((paragraph) => {
    const marked = escapeText(paragraph)
      .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
      .replace(/`(.+?)`/g, '<code>$1</code>');
    return `<p>${marked}</p>`;
  });
  return new Markup(escaped.join('\n'));
}

function write(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(write).join('');
  return escapeText(String(value));
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
