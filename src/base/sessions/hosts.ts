import { domainToASCII } from 'node:url'
import { getPublicSuffix } from 'tldts'
import { invalidRequest } from '../../kit/errors.ts'

/** The hosts of a session as URLs name them. One that is a public suffix would be everybody's. */
export const checkHosts = (given: readonly string[]): string[] =>
  given.map(text => {
    const [, star = '', name = ''] = /^(\*\.)?(.*)$/s.exec(text.trim()) ?? []
    // What else a URL may have beside a host would be read as such, and dropped.
    const bare = /[\s/?#@:%\\]/.test(name) ? '' : domainToASCII(name)
    const isHost = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(bare) && bare.length <= 253
    if (!isHost || (star !== '' && getPublicSuffix(bare) === bare))
      throw invalidRequest(`"${text.slice(0, 100)}" is not a host name, nor "*." and a domain.`)
    return `${star}${bare}`
  })
