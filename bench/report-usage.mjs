// Loaded into a measured server by --import: answers whenever its parent asks what the process has used.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() });
});
// Being asked must not keep the server alive.
process.channel?.unref();
