import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invalidRequest } from '../../../kit/errors.ts'

/** OWASP's advice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32

const derive = promisify(argon2)

/** The PHC form, so that a later change of the cost still reads older hashes. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce, tagLength, ...cost })
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${nonce.toString('base64')}$${tag.toString('base64')}`
}

export const verifyPassword = async (stored: string, password: string): Promise<boolean> => {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!match) return false
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(expected, actual)
}

export const minPasswordLength = 10
/** Longer ones only cost us time. */
export const maxPasswordLength = 200

export const checkNewPassword = (password: string): void => {
  if (password.length < minPasswordLength)
    throw invalidRequest(`A password has at least ${minPasswordLength} characters.`)
  if (password.length > maxPasswordLength)
    throw invalidRequest(`A password has at most ${maxPasswordLength} characters.`)
}
