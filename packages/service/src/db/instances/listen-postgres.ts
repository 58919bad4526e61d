import pg from 'pg';
import type { OpenLine } from '../../instances/channel.ts';
import { withoutName } from '../opening/postgres/postgres-pool.ts';

const firstWaitMs = 250;
const longestWaitMs = 10_000;
/** How often an open line is asked whether it still leads to a server: the network may be gone without a word. */
const askEveryMs = 15_000;

/** Listens to the notifications of transactions (`notify`), on a separate connection, which is reopened when it breaks. */
export function listenPostgres(url: string, connectionName: string): OpenLine {
  return ({ hear, lose }) => {
    let client: pg.Client | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking: ReturnType<typeof setInterval> | undefined;
    let waitMs = firstWaitMs;
    let isStopped = false;

    const connect = async () => {
      const opened = new pg.Client({
        connectionString: withoutName(url),
        application_name: connectionName,
        connectionTimeoutMillis: longestWaitMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        query_timeout: longestWaitMs,
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
        asking = setInterval(() => void opened.query('select 1').catch(() => again(opened)), askEveryMs);
      } catch {
        again(opened);
      }
    };
    const again = (ended: pg.Client) => {
      if (client !== ended) return;
      client = null;
      clearInterval(asking);
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
        clearInterval(asking);
        const last = client;
        client = null;
        await last?.end().catch(() => {});
      },
    };
  };
}
