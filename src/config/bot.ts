import type { Reader } from './reader.ts'

const signing = ['always', 'challenge', 'never'] as const

/** How sites know us. */
export type BotConfig = {
  sign: (typeof signing)[number]
  /** The origin where our keys are published; undefined where sites cannot reach one. */
  agent: string | undefined
  contact: string | undefined
}

export const readBot = (read: Reader, problems: string[], publicUrl: string): BotConfig => {
  const sign = read.choice('SIGN_REQUESTS', signing)
  const given = read.origin('BOT_IDENTITY')
  const agent = [given ?? publicUrl].find(url => url.startsWith('https:'))
  if (given && !agent) problems.push(`BOT_IDENTITY "${given}" is not an https address.`)
  else if (sign === 'always' && !agent)
    problems.push(
      'SIGN_REQUESTS is always, and sites can verify a signature only at an https address: set PUBLIC_URL or BOT_IDENTITY to one.',
    )
  return { sign, agent, contact: read.optional('BOT_CONTACT') }
}
