import { systemClock } from './clock.ts';
import { UnsupportedDataError } from './db/unsupported-data.ts';
import { readEnvironment } from './environment.ts';
import { createLogger, type Logger } from './logging/logger.ts';
import { startService } from './start-service.ts';

// What is written here is nobody else's to read.
process.umask(0o077);

let logger: Logger = createLogger({
  level: 'info',
  clock: systemClock,
  write: (line) => process.stdout.write(line),
});

try {
  const environment = readEnvironment(process.env);
  logger = createLogger({
    level: environment.logLevel,
    clock: systemClock,
    write: (line) => process.stdout.write(line),
  });
  const service = await startService(environment, logger);
  logger.info('The service answers.', { url: service.url });
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info('The service stops.', { signal });
    await service.stop();
    logger.info('The service has stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
} catch (error) {
  // The message gives cause and remedy: a stack would only bury it.
  if (error instanceof UnsupportedDataError) logger.error(`The service cannot start. ${error.message}`);
  else logger.error('The service cannot start.', {}, error);
  process.exit(1);
}
