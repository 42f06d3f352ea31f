/** Why the embedded database cannot be used, in a sentence that says what to do about it. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}
