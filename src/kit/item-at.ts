/** `list[at]`, and nothing below zero, where V8 would look for a property called "-1". */
export const itemAt = <T>(list: readonly T[], at: number): T | undefined =>
  at < 0 ? undefined : list[at]
