import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { findAccount } from '../base/accounts/accounts.ts'
import { anyShownKey } from '../base/accounts/shown-keys.ts'
import type { Sql } from '../base/db/sql.ts'
import { openVault } from '../base/db/vault.ts'
import { openThreads } from '../base/threads/threads.ts'
import { createEgress } from '../base/web/egress.ts'
import type { Config } from '../config/config.ts'
import { AppError, invalidRequest } from '../kit/errors.ts'
import { pixelTasks } from '../process/pixel-thread.ts'
import { readCompanyLines } from '../products/images/company-lines.ts'
import { parseDomain } from '../products/images/domain.ts'
import type { Drawing } from '../products/images/draw.ts'
import { listPins, namesOf, pin, pinWords, unpin } from '../products/images/pin.ts'
import { checkPin, type PinCheck } from '../products/images/pin-check.ts'
import {
  type Pinnable,
  type PinnableWord,
  pinnable,
  pinnableWords,
} from '../products/images/report.ts'

export type PinContext = {
  sql: Sql
  config: Config
  args: string[]
  flags: { [What in Pinnable]?: string }
}

const actor = 'operator'

export const makePins = async ({ sql, config, args, flags }: PinContext) => {
  const domain = checkedDomain(args[0])
  const wanted = pinnable.flatMap(what => {
    const value = flags[what]
    return value === undefined ? [] : [{ what, value }]
  })
  if (wanted.length === 0)
    throw invalidRequest(
      'Say what to pin: --icon, --dark, --og, --logo or --symbol (a file or an address), --color, --name, --names or --tickers.',
    )
  const { id: accountId } = await findAccount(sql, undefined)
  const egress = createEgress({ outbound: config.outbound })
  const threads = openThreads(new URL('../process/pixel-thread.ts', import.meta.url), pixelTasks)
  try {
    const decode = (bytes: Uint8Array) => threads.run('decodeIcon', bytes)
    for (const { what, value } of wanted) {
      const address = isWords(what) ? value : await addressOf(value)
      await pin({ sql, egress, decode }, { domain, what, value: address, accountId, actor })
    }
    const pixels = { draw: (drawing: Drawing) => threads.run('draw', drawing) }
    const key = await findPublishableKey(sql, config, accountId)
    const deps = { sql, pixels, key, origin: config.imagePublicUrl }
    const checks: [Pinnable, PinCheck | undefined][] = []
    for (const { what } of wanted)
      checks.push([what, isWords(what) ? undefined : await checkPin(deps, { host: domain, what })])
    return {
      text: checks.map(([what, check]) => lineOf(domain, what, check)).join('\n'),
      json: {
        domain,
        pinned: wanted.map(({ what }) => what),
        shown: Object.fromEntries(checks.map(([what, check]) => [what, check?.state ?? null])),
      },
    }
  } finally {
    await threads.close()
    await egress.close()
  }
}

const isWords = (what: Pinnable): what is PinnableWord =>
  pinnableWords.includes(what as PinnableWord)

const uses: Record<PinnableWord, string> = {
  color: 'Monograms, one-color marks and branding use it',
  name: 'Monograms, branding and searches for companies use it',
  names: 'The company is found by them',
  tickers: 'The company is found by them',
}

const lineOf = (domain: string, what: Pinnable, check: PinCheck | undefined): string => {
  const pinned = `Pinned for ${domain}: ${namesOf[what]}.`
  if (!check) return `${pinned} ${uses[what as PinnableWord]} from now on.`
  const more = check.state === 'shown' ? ' Browsers may keep an old image for up to a day.' : ''
  return `${pinned} ${check.sentence}${more}`
}

/** Without the master key there is none that can be shown, and the pin holds all the same. */
const findPublishableKey = async (sql: Sql, config: Config, accountId: string) => {
  const vault = await openVault({ ...config, sql }).catch(() => undefined)
  return vault && anyShownKey({ sql, vault }, accountId)
}

/** A file that was cut short or misread must not pin half of it: every line is checked first. */
export const importCompanies = async ({ sql, args: [file] }: PinContext) => {
  if (!file) throw invalidRequest('Say which file: pin import companies.txt.')
  const text = await readFile(file, 'utf8').catch(() => {
    throw invalidRequest(`There is no file ${file} that can be read.`)
  })
  const { id: accountId } = await findAccount(sql, undefined)
  const companies = readCompanyLines(text)
  await pinWords(sql, companies, { accountId, actor })
  const count = companies.length
  return {
    text: `Pinned ${count} ${count === 1 ? 'company' : 'companies'}.`,
    json: { companies: count },
  }
}

export const undoPins = async ({ sql, args: [typed, what] }: PinContext) => {
  const domain = checkedDomain(typed)
  const { id: accountId } = await findAccount(sql, undefined)
  const pins = (await listPins(sql)).filter(pin => pin.host === domain)
  const chosen = what === undefined ? pins.map(pin => pin.what) : [checkedWhat(what)]
  if (chosen.length === 0) throw new AppError('not_found', `Nothing is pinned for ${domain}.`)
  for (const each of chosen) await unpin(sql, { domain, what: each, accountId, actor })
  const names = chosen.map(each => namesOf[each]).join(', ')
  return { text: `Undone for ${domain}: ${names}.`, json: { domain, undone: chosen } }
}

export const showPins = async ({ sql }: PinContext) => {
  const pins = await listPins(sql)
  const lines = pins.map(({ host, what, url, words, pinnedBy, pinnedByEmail, pinnedAt }) => {
    const by = `${pinnedByEmail ?? pinnedBy}, ${pinnedAt.toISOString()}`
    return `${host}  ${what}  ${words ?? url ?? 'an upload'}  (${by})`
  })
  return { text: lines.join('\n') || 'Nothing is pinned.', json: pins }
}

/** As every part of the image API knows it. */
const checkedDomain = (typed: string | undefined): string => {
  if (!typed) throw invalidRequest('Say which domain: pin example.com --icon logo.svg.')
  return parseDomain(typed).host
}

const checkedWhat = (typed: string): Pinnable => {
  const what = pinnable.find(each => each === typed)
  if (!what) throw invalidRequest(`"${typed}" is none of ${pinnable.join(', ')}.`)
  return what
}

const types: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' }

/** A file of this machine becomes an upload; what it is, its own bytes say. */
const addressOf = async (value: string): Promise<string> => {
  if (/^(https?|data):/i.test(value)) return value
  const bytes = await readFile(value).catch(() => {
    throw invalidRequest(`There is no file ${value} that can be read.`)
  })
  const type = types[extname(value).toLowerCase()] ?? 'application/octet-stream'
  return `data:${type};base64,${bytes.toString('base64')}`
}
