import { SaxesParser } from 'saxes';

/**
 * Collects the text of elements in an S3 reply by element name, in document order.
 *
 * @returns an empty map for a body that is not XML, such as an error page of a proxy.
 */
export function readXml(body: Uint8Array, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    open.push(name);
    if (names.includes(name)) found.set(name, [...(found.get(name) ?? []), '']);
  });
  parser.on('text', (text) => {
    const texts = found.get(open.at(-1) ?? '');
    if (texts) texts[texts.length - 1] += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  try {
    parser.write(Buffer.from(body).toString('utf8')).close();
  } catch {
    return new Map();
  }
  return found;
}
