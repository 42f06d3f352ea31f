/** Processor time; by default what this thread has used so far. */
export const cpuMs = ({ user, system }: NodeJS.CpuUsage = process.threadCpuUsage()): number =>
  (user + system) / 1_000
