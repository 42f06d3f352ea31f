/** Processor time of this process in ms: other tests may be running beside this one. */
export const cpuMs = (work: () => unknown): number => {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
