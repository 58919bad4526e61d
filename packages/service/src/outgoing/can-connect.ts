import { connect } from 'node:net';

/** Returns whether a server of the operator, such as a proxy, accepts connections. Any address is allowed. */
export async function canConnect({ hostname, port, protocol }: URL, withinMs: number): Promise<boolean> {
  const address = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  };
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: withinMs });
    const end = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket
      .on('connect', () => end(true))
      .on('timeout', () => end(false))
      .on('error', () => end(false));
  });
}
