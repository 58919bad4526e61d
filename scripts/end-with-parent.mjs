// Loaded by `--import` into a server that another process started with a channel: when that process ends, for any reason, the
// server shuts down.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep the server running.
process.channel?.unref();
