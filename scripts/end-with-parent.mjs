// Loaded into a server that another process has started and talks to (`--import`): when that process is gone, however it
// ended, the server ends as if it had been told to.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening for the end of the other is no reason to go on.
process.channel?.unref();
