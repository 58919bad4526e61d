/** Text that is already markup. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Template tag for markup: escapes inserted values, unless they are markup or lists of markup. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + write(values[index - 1]) + part));
}

/** Marks a text as markup, without escaping it. */
export function raw(text: string): Markup {
  return new Markup(text);
}

/** Converts a text to paragraphs, with the Markdown that our own texts use: `**strong**` and `` `code` ``. */
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
