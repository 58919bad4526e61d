import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDocumentedPolicy } from '../stage/documented-policy.ts';
import type { HostPage } from '../stage/host-page.ts';
import { readServedFile } from '../stage/served-file.ts';

/** Options of the page that loads a bundle. */
export interface BundleOptions {
  readonly script: 'module' | 'classic';
  readonly ownPolicies?: string | undefined;
  /** Sends the page without a policy, because libraries of the page insert styles that the policy forbids. */
  readonly withoutPolicy?: boolean;
}

/** Serves a page with a bundle from a folder, under the policy that the SDK's README recommends. */
export async function serveBundle(
  serviceUrl: string,
  folder: string,
  { script, ownPolicies, withoutPolicy = false }: BundleOptions,
): Promise<HostPage> {
  const page = async () => {
    const nonce = randomBytes(16).toString('base64');
    const { headers } = await readDocumentedPolicy(serviceUrl, nonce);
    const policy = `${headers['content-security-policy']}${ownPolicies ? ` ${ownPolicies}` : ''}`;
    const kind = script === 'module' ? 'type="module"' : 'defer';
    const policies = withoutPolicy ? {} : { ...headers, 'content-security-policy': policy };
    return {
      headers: { ...policies, 'content-type': 'text/html' },
      body: `<!doctype html><html lang="en"><title></title><link rel="icon" href="data:,"><main id="room"></main>
<script nonce="${nonce}" ${kind} src="/main.js"></script>`,
    };
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    (pathname === '/' ? page() : readServedFile(folder, pathname)).then(
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
