import pg from 'pg';
import type { OpenLine } from '../../instances/channel.ts';
import { withoutName } from '../opening/postgres-pool.ts';

const firstWaitMs = 250;
const longestWaitMs = 10_000;

/** Listens to what transactions tell (`notify`), on a connection of its own, which is opened anew when it breaks. */
export function listenPostgres(url: string, connectionName: string): OpenLine {
  return ({ hear, lose }) => {
    let client: pg.Client | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = firstWaitMs;
    let isStopped = false;

    const connect = async () => {
      const opened = new pg.Client({
        connectionString: withoutName(url),
        application_name: connectionName,
        connectionTimeoutMillis: longestWaitMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      client = opened;
      opened.on('notification', ({ payload }) => hear(payload ?? ''));
      // Errors end the connection.
      opened.on('error', () => {});
      opened.on('end', () => again(opened));
      try {
        await opened.connect();
        await opened.query('listen orchestration');
        waitMs = firstWaitMs;
      } catch {
        again(opened);
      }
    };
    const again = (ended: pg.Client) => {
      if (client !== ended) return;
      client = null;
      lose();
      ended.end().catch(() => {});
      if (isStopped) return;
      timer = setTimeout(() => void connect(), waitMs * (0.5 + Math.random()));
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    };
    void connect();
    return {
      async stop() {
        isStopped = true;
        clearTimeout(timer);
        const last = client;
        client = null;
        await last?.end().catch(() => {});
      },
    };
  };
}
