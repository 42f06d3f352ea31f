import { version } from '../../kit/version.ts'

/** The name robots.txt files know us by. */
export const robotsToken = 'Siteray'

/**
 * Stable, honest, and with a way to reach the operator where there is one. Sites that let crawlers in
 * by name need the first, their owners the second.
 */
export const siterayUserAgent = (contactUrl?: string): string =>
  `Mozilla/5.0 (compatible; ${robotsToken}/${version}${contactUrl ? `; +${contactUrl}` : ''})`

/** The same for the browser: what it is and who sends it, in the form the large crawlers use. */
export const browserUserAgent = (userAgent: string, version: string, mobile: boolean): string => {
  const [, who] = /\((compatible; [^)]+)\)/.exec(userAgent) ?? []
  if (who === undefined) return userAgent
  const device = mobile ? ' (Linux; Android 10; K)' : ''
  const chrome = `Chrome/${version.split('.')[0]}.0.0.0${mobile ? ' Mobile' : ''} Safari/537.36`
  return `Mozilla/5.0${device} AppleWebKit/537.36 (KHTML, like Gecko; ${who}) ${chrome}`
}
