import { invalidRequest } from '../../../kit/errors.ts'

/** As people are known by it, however it was typed. */
export const normalEmail = (typed: string): string => {
  const email = typed.trim().toLowerCase()
  if (email.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email))
    throw invalidRequest(`"${email.slice(0, 100)}" is not an e-mail address.`)
  return email
}
