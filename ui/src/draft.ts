import { useState } from 'react'

const prefix = 'draft '
const ownerName = 'signed in'

/**
 * What somebody typed that has no place in the address, kept for this tab: it survives a reload and
 * the end of a session. Never for secrets, which stay in memory.
 */
export const useDraft = <T>(
  name: string,
  initial: T,
): [value: T, set: (value: T) => void, forget: () => void] => {
  const [value, setValue] = useState<T>(() => read<T>(name) ?? initial)
  const forget = () => sessionStorage.removeItem(prefix + name)
  const set = (next: T) => {
    setValue(next)
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify(next))
    } catch {
      // Too long to be kept: an old draft in its place would be worse than none.
      forget()
    }
  }
  return [value, set, forget]
}

const read = <T>(name: string): T | undefined => {
  const kept = sessionStorage.getItem(prefix + name)
  return kept === null ? undefined : (JSON.parse(kept) as T)
}

/** Drafts belong to whoever typed them: somebody else who signs in here does not see them. */
export const claimDrafts = (personId: string): boolean => {
  const owner = sessionStorage.getItem(ownerName)
  if (owner !== null && owner !== personId) forgetDrafts()
  sessionStorage.setItem(ownerName, personId)
  return owner === null || owner === personId
}

/** For a person who signs out. */
export const forgetDrafts = (): void => {
  const names = Object.keys(sessionStorage).filter(name => name.startsWith(prefix))
  for (const name of [...names, ownerName]) sessionStorage.removeItem(name)
}

/** Whether somebody was signed in here and did not sign out. */
export const wasSignedIn = (): boolean => sessionStorage.getItem(ownerName) !== null
