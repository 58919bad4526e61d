// Delays replies to CORS preflights, which the browser's network emulation does not slow down. Loaded into a measured server by
// --import.
import { Server } from 'node:http';

const delayMs = Number(process.env.PREFLIGHT_DELAY_MS);
const { emit } = Server.prototype;

Server.prototype.emit = function (event, ...values) {
  const isPreflight = event === 'request' && values[0].method === 'OPTIONS';
  if (!isPreflight) return emit.call(this, event, ...values);
  setTimeout(() => emit.call(this, event, ...values), delayMs);
  return true;
};
