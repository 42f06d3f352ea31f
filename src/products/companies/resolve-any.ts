import { AppError } from '../../kit/errors.ts'
import { parseDomain } from '../images/domain.ts'
import type { CompanyQuery } from './request.ts'
import type { IdentifierKind, Resolution } from './resolve.ts'

type Resolve = (kind: IdentifierKind, text: string) => Resolution | Promise<Resolution>
type Answer = { domain: string | null; name: string | null; confidence: number; reason: string }

/** Whose an identifier is, of the kind that it is said to be or looks like. */
export const resolveAny = async (resolve: Resolve, query: CompanyQuery): Promise<Answer> => {
  if (typeof query === 'string') return toAnswer(await resolveText(resolve, query))
  const { domain, ...others } = query
  if (domain !== undefined) return toAnswer(resolveDomain(domain) ?? notADomain)
  const [[kind, text] = ['name', '']] = Object.entries(others)
  return toAnswer(await resolve(kind as keyof typeof others, text))
}

/** `SAP.DE` is a share and could be a site; people write shares in capitals and sites in small letters. */
const resolveText = async (resolve: Resolve, given: string): Promise<Resolution> => {
  const text = given.trim()
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return resolve('email', text)
  const isCapital = /^\$?[A-Z0-9](?:: ?|[A-Z0-9./-]){0,20}$/.test(text)
  const share = isCapital ? await resolve('ticker', text) : undefined
  if (share?.domain !== undefined && /[.:]/.test(text)) return share
  const site = text.includes('.') && !/\s/.test(text) ? resolveDomain(text) : undefined
  if (site) return site
  const company = await resolve('name', text)
  if (company.domain !== undefined || !share) return company
  if (share.domain !== undefined) return share
  const coin = await resolve('crypto', text)
  return coin.domain === undefined ? company : coin
}

const resolveDomain = (text: string): Resolution | undefined => {
  try {
    const { host } = parseDomain(text)
    return { domain: host, name: undefined, confidence: 1, reason: 'It is a domain.' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return undefined
  }
}

const notADomain: Resolution = {
  ...{
    domain: undefined,
    name: undefined,
    confidence: 0,
    reason: 'That is not a public domain name.',
  },
}

/** The domain of a mail address may be no public one. */
const toAnswer = ({ domain, name, confidence, reason }: Resolution): Answer => {
  const host = domain === undefined ? undefined : resolveDomain(domain)?.domain
  if (domain !== undefined && host === undefined) return toAnswer(notADomain)
  return { domain: host ?? null, name: name ?? null, confidence, reason }
}
