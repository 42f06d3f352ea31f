/** better-auth's own answers have a status; anything else (a lost database) is not the person's. */
export const isRefusal = (error: unknown): boolean => {
  const status = Number(Object(error).statusCode)
  return status >= 400 && status < 500
}

/** Which of its refusals it is. */
export const refusalCode = (error: unknown): string => String(Object(Object(error).body).code)
