import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page on an origin of its own with nothing but the SDK, sent with the given headers. */
export interface HostPage {
  readonly url: string;
  close(): void;
}

/** Serves a page that writes the SDK's events to `document.title`, separated by commas. */
export async function serveHostPage(serviceUrl: string, headers: Record<string, string>): Promise<HostPage> {
  return servePage(
    `<!doctype html><title></title><link rel="icon" href="data:,">
<script src="${serviceUrl}/sdk/v1/vendor-orchestration.js"></script>
<script>
  for (const name of ['opened', 'started', 'completed', 'cancelled', 'error', 'closed']) {
    VendorOrchestration.on(name, (value) => {
      document.title += (document.title && ',') + [name, value].filter(Boolean).join(' ');
    });
  }
</script>`,
    headers,
  );
}

/** Serves a page that shows another one in a frame. */
export function serveFramingPage(framedUrl: string, attributes: string): Promise<HostPage> {
  return servePage(
    `<!doctype html><title></title><link rel="icon" href="data:,"><iframe src="${framedUrl}" ${attributes}></iframe>`,
    {},
  );
}

async function servePage(markup: string, headers: Record<string, string>): Promise<HostPage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(markup);
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
