import pg from 'pg';
import type { OpenLine } from '../../instances/channel.ts';
import { withoutName } from '../opening/postgres/postgres-pool.ts';

const firstWaitMs = 250;
const maxWaitMs = 10_000;
/** How often an open connection is tested: a network failure may not close it. */
const testEveryMs = 15_000;

/** Listens to the notifications of transactions (`notify`) on a connection of its own, and reconnects when it breaks. */
export function listenPostgres(url: string, connectionName: string): OpenLine {
  return ({ onMessage, onLost }) => {
    let client: pg.Client | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let testTimer: ReturnType<typeof setInterval> | undefined;
    let waitMs = firstWaitMs;
    let isStopped = false;

    const connect = async () => {
      const opened = new pg.Client({
        connectionString: withoutName(url),
        application_name: connectionName,
        connectionTimeoutMillis: maxWaitMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        query_timeout: maxWaitMs,
      });
      client = opened;
      opened.on('notification', ({ payload }) => onMessage(payload ?? ''));
      // Ignores errors, because `end` follows each. Without a listener, the process would end.
      opened.on('error', () => {});
      opened.on('end', () => reconnect(opened));
      try {
        await opened.connect();
        await opened.query('listen orchestration');
        waitMs = firstWaitMs;
        testTimer = setInterval(
          () => void opened.query('select 1').catch(() => reconnect(opened)),
          testEveryMs,
        );
      } catch {
        reconnect(opened);
      }
    };
    const reconnect = (ended: pg.Client) => {
      if (client !== ended) return;
      client = null;
      clearInterval(testTimer);
      onLost();
      ended.end().catch(() => {});
      if (isStopped) return;
      timer = setTimeout(() => void connect(), waitMs * (0.5 + Math.random()));
      waitMs = Math.min(waitMs * 2, maxWaitMs);
    };
    void connect();
    return {
      async stop() {
        isStopped = true;
        clearTimeout(timer);
        clearInterval(testTimer);
        const last = client;
        client = null;
        await last?.end().catch(() => {});
      },
    };
  };
}
