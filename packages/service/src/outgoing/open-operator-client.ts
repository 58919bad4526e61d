import type { OperatorClient, OperatorClientOptions } from './operator-request.ts';

/** Opens a client that loads the HTTP library with the first request. */
export function openOperatorClient(options: OperatorClientOptions): OperatorClient {
  let opened: Promise<OperatorClient> | undefined;
  const open = async () => (await import('./operator-client.ts')).createOperatorClient(options);
  return {
    async send(request) {
      opened ??= open();
      return (await opened).send(request);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
