import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostPage } from './host-page.ts';

/** The four pieces of code in the README's section about integrating, as they stand there. */
export interface ReadmeIntegration {
  readonly backend: string;
  readonly markup: string;
  readonly page: string;
  readonly webhook: string;
}

const readme = new URL('../../README.md', import.meta.url);

/** Where the README's service listens: what `npm start` says. */
const documentedService = 'http://localhost:4000';

/** Reads the section's code; throws when it is not the four pieces that an integrator copies. */
export async function readReadmeIntegration(): Promise<ReadmeIntegration> {
  const text = await readFile(readme, 'utf8');
  const section = /^## Integrate it in ten lines\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const languages = blocks.map(([, language]) => language).join(' ');
  if (languages !== 'js html js js') throw new Error(`The README's integration is made of: ${languages}`);
  const [backend = '', markup = '', page = '', webhook = ''] = blocks.map(([, , code]) => code);
  return { backend, markup, page, webhook };
}

/** The same code for a service elsewhere. */
export function at(serviceUrl: string, code: string): string {
  return code.replaceAll(documentedService, serviceUrl);
}

/**
 * Runs a piece of the backend's code as a module at the given path, which decides what its imports find. Hands in what the
 * code takes for given, and answers what it leaves under the given names.
 */
export async function runAsBackend(
  code: string,
  { path, given, results }: { path: string; given: Record<string, unknown>; results: readonly string[] },
): Promise<Record<string, unknown>> {
  const lines = code.split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  const source = [
    ...lines.filter(isImport),
    `export async function run({ ${Object.keys(given).join(', ')} }) {`,
    ...lines.filter((line) => !isImport(line)),
    `return { ${results.join(', ')} };`,
    '}',
  ].join('\n');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, source);
  const { run } = await import(pathToFileURL(path).href);
  return run(given);
}

/**
 * Serves a page with the README's two pieces for pages and nothing but what they take for given: a token, a button, and two
 * functions, which note what they are called with in `document.title`, separated by commas.
 */
export async function serveReadmePage(
  { markup, page }: Pick<ReadmeIntegration, 'markup' | 'page'>,
  token: string,
): Promise<HostPage> {
  const html = `<!doctype html><html lang="en"><title></title><link rel="icon" href="data:,"><button>Verify</button>
${markup}
<script>
const token = ${JSON.stringify(token)};
const verifyButton = document.querySelector('button');
const note = (kind) => (value) => { document.title += (document.title && ',') + kind + ' ' + value; };
const showOutcome = note('outcome'), showProblem = note('problem');
</script>
<script>${page}</script>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
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
