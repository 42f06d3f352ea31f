/**
 * How long the gate waits, on two processors that have nothing else to do. On a machine that is slower
 * or busy, all of them stretch with it (test/support/slowness.ts).
 */
export const limits = {
  /** No test waits that long. */
  testMs: 240_000,
  /** Six times what the longest file takes. */
  fileMs: 300_000,
  /** A little more for a file's process, so that what the tests themselves say of it comes first. */
  graceMs: 30_000,
  /** For what is still open after the last file of a process. */
  leftOpenMs: 60_000,
  /** Three times what all of them may take: whatever hangs then is ended. */
  allMs: 20 * 60_000,
}
