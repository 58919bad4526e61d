export { type Environment, readEnvironment } from './environment.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export { type RunningService, startService } from './start-service.ts';
