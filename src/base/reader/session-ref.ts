/** Which session a page is read with, and whose it is: nobody else's is ever looked for. */
export type SessionRef = { id: string; accountId: string }

export const sessionRef = (
  { session: id }: { session?: string | undefined },
  accountId: string,
): SessionRef | undefined => (id === undefined ? undefined : { id, accountId })

/** The same as a part of a request; absent where it names none. */
export const readSession = (
  asked: { session?: string | undefined },
  accountId: string,
): { session?: SessionRef } => {
  const session = sessionRef(asked, accountId)
  return session ? { session } : {}
}
