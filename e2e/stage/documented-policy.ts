import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostPage } from './host-page.ts';

/** Content-Security-Policy that the SDK's README recommends: headers and markup of a page. */
export interface DocumentedPolicy {
  readonly headers: Readonly<Record<string, string>>;
  readonly markup: string;
}

const readme = new URL('../../packages/sdk/README.md', import.meta.url);

/** Address of the service in the README. */
const documentedService = 'https://verify.example.com';

/** Reads the README's policy for another service address and a nonce; throws if it does not consist of headers and markup. */
export async function readDocumentedPolicy(serviceUrl: string, nonce: string): Promise<DocumentedPolicy> {
  const text = await readFile(readme, 'utf8');
  const section = /^## Content-Security-Policy\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const languages = blocks.map(([, language]) => language).join(' ');
  if (languages !== 'http html') throw new Error(`The README's policy is made of: ${languages}`);
  const [http = '', markup = ''] = blocks.map(([, , code = '']) =>
    code.replaceAll(documentedService, serviceUrl).replaceAll('{nonce}', nonce),
  );
  return { headers: parseHeaders(http), markup };
}

/** Parses headers as written for people: an indented line continues the value. */
function parseHeaders(text: string): Record<string, string> {
  const lines = text.trim().replace(/\n\s+/g, ' ').split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
}

/** Serves a page on an origin of its own under the README's policy, with a new nonce for each visit. */
export async function serveStrictPage(
  serviceUrl: string,
  markupOf: (policy: DocumentedPolicy, nonce: string) => string = ({ markup }) => markup,
): Promise<HostPage> {
  const server = createServer((_request, response) => {
    const nonce = randomBytes(16).toString('base64');
    readDocumentedPolicy(serviceUrl, nonce).then(
      (policy) => {
        const html = `<!doctype html><html lang="en"><title>Strict</title><link rel="icon" href="data:,">
<main id="room"></main>${markupOf(policy, nonce)}`;
        response.writeHead(200, { 'content-type': 'text/html', ...policy.headers }).end(html);
      },
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
