import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { HostPage } from './host-page.ts';
import { readServedFile } from './served-file.ts';

/** The code of the README's integration section, unchanged. */
export interface ReadmeIntegration {
  readonly install: string;
  readonly backend: string;
  readonly page: string;
  readonly webhook: string;
}

const readme = new URL('../../README.md', import.meta.url);

/** Address of the service in the README: the one of `npm start`. */
const documentedService = 'http://localhost:4000';

/** The package that the README installs. */
const packageName = '@vendor/orchestration';
const packageBuild = fileURLToPath(new URL('../../packages/sdk/dist/npm', import.meta.url));
const packagePath = `/node_modules/${packageName}/`;

/**
 * Reads the code of the section.
 *
 * @throws if it does not consist of the expected code blocks.
 */
export async function readReadmeIntegration(): Promise<ReadmeIntegration> {
  const text = await readFile(readme, 'utf8');
  const section = /^## Integrate\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const languages = blocks.map(([, language]) => language).join(' ');
  // Installation, backend, page, the command that registers a webhook endpoint, webhook.
  if (languages !== 'sh js js sh js') throw new Error(`The README's integration is made of: ${languages}`);
  const [install = '', backend = '', page = '', , webhook = ''] = blocks.map(([, , code]) => code);
  return { install, backend, page, webhook };
}

/** Returns the code for another service address. */
export function at(serviceUrl: string, code: string): string {
  return code.replaceAll(documentedService, serviceUrl);
}

/**
 * Runs backend code as a module at the given path, from which its imports are resolved. Passes in the values that the code
 * expects, and returns the values of the given names.
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
 * Serves a page that runs the README's code with the built package. Adds only what that code uses: a token, a button, and two
 * functions, which write their arguments to `document.title`, separated by commas.
 */
export async function serveReadmePage(code: string, token: string): Promise<HostPage> {
  const imports = { [packageName]: `${packagePath}index.js` };
  const html = `<!doctype html><html lang="en"><title></title><link rel="icon" href="data:,"><button>Verify</button>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script>
const token = ${JSON.stringify(token)};
const verifyButton = document.querySelector('button');
const note = (kind) => (value) => { document.title += (document.title && ',') + kind + ' ' + value; };
const showOutcome = note('outcome'), showProblem = note('problem');
</script>
<script type="module">${code}</script>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    readServedFile(packageBuild, pathname.replace(packagePath, '/')).then(
      ({ headers, body }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
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
