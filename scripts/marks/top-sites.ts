import { parse } from 'tldts'
import { readPackage } from './packages.ts'

/** Moz's list of the 500 most linked sites, as a package of the day has it. */
const list = {
  name: 'top-sites',
  version: '1.1.222',
  integrity:
    'sha512-HEvgDGRn/jqS5tUsLy98Ku6Mq+a2Rk15TMXwGzuOYbtd5yu+lfVpB2ii8pbZ4PTisFTK/VaO4GBpm80qTn5D/w==',
}

/** Of states, armies and universities, and names that nobody owns. */
const isNoCompany =
  /(^|\.)(gov|mil|int|gouv)(\.|$)|\.edu$|^europa\.eu$|^boe\.es$|^example\.com$|^go\.co$/

/**
 * Those of the list that are sites of their own and of no state: `docs.google.com` is a part of one,
 * and names below `netlify.app` are its customers'.
 */
export const companySites = (cacheDir: string): string[] => {
  const text = readPackage(cacheDir, list).get('top-sites.json') ?? '[]'
  return (JSON.parse(text) as { rootDomain: string }[])
    .map(({ rootDomain }) => rootDomain.replace(/^www\./, ''))
    .filter(domain => parse(domain, { allowPrivateDomains: true }).domain === domain)
    .filter(domain => !isNoCompany.test(domain))
}
