import type { Grounded, PageIndex } from './page-index.ts'
import { findSequence, sharesShingle, tokenise } from './stream.ts'
import { groundUrl } from './url.ts'

/** An opinion may be free, but addresses and figures in it must be the page's own. */
export const groundJudgement = (ground: PageIndex, value: unknown): Grounded => {
  if (typeof value !== 'string') return { status: 'judged' }
  if (sharesShingle(ground.stream.suspects, value)) return missing
  for (const [address] of value.matchAll(
    /https?:\/\/[^\s"'<>)]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|\bwww\.[^\s"'<>)]+/gi,
  ))
    if (
      !groundUrl(ground, address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')) &&
      findSequence(ground.stream, address, 1).length === 0
    )
      return missing
  for (const { token } of tokenise(value))
    if (/^\d[\d.,']{2,}$/.test(token) && !ground.stream.ids.has(token) && !hasNumber(ground, token))
      return missing
  return { status: 'judged' }
}

const missing: Grounded = { status: 'missing' }

const hasNumber = (ground: PageIndex, token: string) =>
  ground.mentions.numbers.has(Number(token.replaceAll(',', '')))
