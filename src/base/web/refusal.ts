import { randomBytes } from 'node:crypto'

/**
 * On every answer that is ours and not a site's; browsers show a 403's text as a page. The value is
 * random for each process, so that no site can pretend to be a refusal.
 */
export const refusalHeader = 'x-siteray-refusal'
export const refusalMark = randomBytes(16).toString('hex')

/** Whether what the browser shows is our own refusal. */
export const isRefusal = (headers: Readonly<Record<string, string>>): boolean =>
  headers[refusalHeader] === refusalMark
