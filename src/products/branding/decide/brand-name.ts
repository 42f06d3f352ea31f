import { getDomain } from 'tldts'
import { bareName } from '../../../page/metadata/text.ts'
import { type BrandEvidence, claim, type Value } from '../profile/value.ts'
import type { BrandFacts } from './facts.ts'

type Said = { name: string; confidence: number; evidence: BrandEvidence }

/** What the site calls itself; a name that the domain repeats is surer. */
export const findBrandName = (
  facts: BrandFacts,
  url: string,
  logoAlt: string | undefined,
  /** Of the link to the home page in the header, for names that are only written. */
  homeText: string | undefined,
): Value<string> | null => {
  const { hostname } = new URL(url)
  const domain = bareName((getDomain(hostname) ?? hostname).split('.')[0] ?? '')
  const isDomain = (name: string) => {
    const plain = bareName(name)
    return plain.length > 1 && (domain.includes(plain) || plain.includes(domain))
  }
  const said: Said[] = []
  const say = (name: string | undefined, confidence: number, detail: string) => {
    const clean = name?.replace(/\s+/g, ' ').trim()
    if (!clean || clean.length > 80 || isAddress(clean)) return
    said.push({
      name: clean,
      confidence: confidence + (isDomain(clean) ? 0.08 : 0),
      evidence: { source: 'meta', detail },
    })
  }
  say(facts.siteName, 0.86, 'site name')
  say(facts.organisation, 0.84, 'organisation in JSON-LD')
  say(withoutLogo(logoAlt), 0.7, 'text of the logo')
  const parts = titleParts(facts.title)
  for (const part of parts) if (isDomain(part)) say(part, 0.72, 'title of the page')
  if (parts.some(part => bareName(part) === bareName(homeText ?? '')))
    say(homeText, 0.74, 'link to the home page')
  const [best] = said.sort((a, b) => b.confidence - a.confidence)
  if (!best) return null
  const alike = said.filter(({ name }) => bareName(name) === bareName(best.name))
  return claim(
    best.name,
    Math.min(0.97, best.confidence + 0.04 * (alike.length - 1)),
    alike.map(({ evidence }) => evidence),
  )
}

const isAddress = (name: string) => /^(?:https?:|www\.)/i.test(name)

const withoutLogo = (alt: string | undefined): string | undefined =>
  alt
    ?.replace(/\b(?:logo(?:type)?|home ?page|home|brand|icon|go to|back to|the)\b/gi, ' ')
    .replace(/(?<![-–—|:,])[-–—|:,]+\s*$/, '')

const titleParts = (title: string | undefined): string[] =>
  (title ?? '').split(/(?<!\s)\s+[-–—|·:•»]\s+|:\s+/).filter(part => part.length <= 40)
