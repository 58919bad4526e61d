export { createLogger, type Logger } from './logging/logger.ts';
export { type Environment, readEnvironment } from './settings/environment.ts';
export { type RunningService, startService } from './start/start-service.ts';
