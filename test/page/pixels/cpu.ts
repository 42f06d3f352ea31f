/** CPU time of some work, the least of a few tries: a busy machine only ever adds to it. */
export const leastCpuMs = async (
  work: () => unknown,
  goodEnoughMs: number,
  tries = 4,
): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries && least > goodEnoughMs; i++) {
    const started = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(started)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
