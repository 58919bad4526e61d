import { systemClock } from './clock.ts';
import { createLogger, type Logger } from './logging/logger.ts';
import { createLineWriter } from './logging/write-line.ts';
import { SettingsError } from './settings/setting-fault.ts';

// Makes the files written here unreadable for other users.
process.umask(0o077);

const write = createLineWriter(process.stdout);
let logger: Logger = createLogger({ level: 'info', clock: systemClock, write });

// Node's own listener prints lines that are not JSON.
process.removeAllListeners('warning');
process.on('warning', (warning) => logger.warn('Node.js emitted a warning.', {}, warning));
// Also handles unhandled rejections. Acknowledged data is on disk, so the next start continues from it.
process.on('uncaughtException', (error, origin) => {
  logger.error('The service stops after an unhandled error.', { origin }, error);
  process.exit(1);
});

try {
  // Imported only now, so that errors and warnings while loading are logged too.
  const { findLookalikes } = await import('./settings/setting-lookalikes.ts');
  for (const { variable, setting } of findLookalikes(process.env))
    logger.warn(`${variable} is not a setting and has no effect. Did you mean ${setting}?`, {
      variable,
      setting,
    });
  const { readUsableSettings } = await import('./settings/usable-settings.ts');
  const environment = await readUsableSettings(process.env);
  logger = createLogger({ level: environment.logLevel, clock: systemClock, write });
  const { startService } = await import('./start/start-service.ts');
  const service = await startService(environment, logger);
  logger.info('The service answers.', { url: service.url });
  void service.keyRetired.then((error) => {
    logger.error(`The service stops: the master key was rotated. ${error.message}`);
    process.exit(1);
  });
  const { setTimeout: wait } = await import('node:timers/promises');
  const hurry = new AbortController();
  let isStopping = false;
  const stop = async (signal: string) => {
    // A second signal skips the rest of the delay.
    if (isStopping) return hurry.abort();
    isStopping = true;
    const { shutdownDelayMs: delayMs } = environment;
    if (signal === 'SIGTERM' && delayMs > 0) {
      service.leave();
      logger.info('The service is leaving its load balancers: /readyz answers 503.', { delayMs });
      await wait(delayMs, null, { signal: hurry.signal }).catch(() => {});
    }
    logger.info('The service stops.', { signal });
    await service.stop();
    logger.info('The service has stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)
    process.on(signal, () => void stop(signal));
} catch (error) {
  if (error instanceof SettingsError) {
    // One line for each fault: a long line would be cut.
    for (const { setting, text } of error.faults)
      logger.error(`A setting cannot be used. ${text}`, { setting });
    logger.error('The service cannot start. Some settings cannot be used.');
    process.exit(1);
  }
  // For these errors the message names cause and remedy, so the stack is left out.
  const { UnsupportedDataError } = await import('./db/opening/unsupported-data.ts');
  const { MasterKeyError } = await import('./secrets/master-key.ts');
  const { MissingListError } = await import('./watchlists/follow-shared-lists.ts');
  const { explainFailure } = await import('./unavailable.ts');
  const explained = explainFailure(error);
  const namesRemedy = [UnsupportedDataError, MasterKeyError, MissingListError].some(
    (kind) => error instanceof kind,
  );
  if (namesRemedy && error instanceof Error) logger.error(`The service cannot start. ${error.message}`);
  else if (explained)
    logger.error(`The service cannot start. ${explained.cause} ${explained.remedy}`, {}, error);
  else logger.error('The service cannot start.', {}, error);
  process.exit(1);
}
