// Loaded into a measured server by --import: reports CPU time and memory of the process whenever its parent asks.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() });
});
// The channel to the parent must not keep the server running.
process.channel?.unref();
