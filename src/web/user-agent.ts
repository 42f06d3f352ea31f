import manifest from '../../package.json' with { type: 'json' }

/** The name robots.txt files know us by. */
export const robotsToken = 'Siteray'

/**
 * Stable, honest, and with a way to reach the operator where there is one. Sites that let crawlers in
 * by name need the first, their owners the second.
 */
export const siterayUserAgent = (contactUrl?: string): string =>
  `Mozilla/5.0 (compatible; ${robotsToken}/${manifest.version}${contactUrl ? `; +${contactUrl}` : ''})`
