import type { Static } from 'typebox'
import { named } from '../../../base/http/answers.ts'
import { orNull, Type } from '../../../kit/schema.ts'
import type { CompanyFacts } from '../decide/company.ts'
import { socialNetworks } from '../decide/socials.ts'
import { BrandingProfile, Colors } from '../profile/profile.ts'
import { Confidence, claim, claimOf, evidenceList, type Value } from '../profile/value.ts'

const text = (description: string) => claimOf(Type.String(), 'TextClaim', description)
const Found = named('BrandFact', {
  value: Type.String(),
  confidence: Confidence,
  evidence: evidenceList,
})

const BrandLogoOfKind = named('BrandLogoOfKind', {
  kind: Type.Enum(['logo', 'symbol', 'icon'], {
    description: 'With the name beside it, without it, or declared as an icon',
  }),
  ...Found.properties,
  width: orNull(Type.Number(), 'CSS pixels, as shown'),
  height: orNull(Type.Number()),
})

export const Brand = named('Brand', {
  domain: Type.String({ description: 'As it was understood' }),
  url: Type.String({ description: 'The page that was read' }),
  name: text('Name of the brand'),
  legalName: text('Name of the company, with its legal form'),
  description: text('As the site describes it'),
  industry: text('As the site states it'),
  founded: text('Year or date'),
  addresses: Type.Array(Found),
  telephones: Type.Array(Found),
  socials: Type.Array(
    named('BrandAccount', { network: Type.Enum([...socialNetworks]), ...Found.properties }),
  ),
  logos: Type.Array(BrandLogoOfKind, { description: 'The surest first' }),
  images: Type.Object(
    { icon: Type.String(), logo: Type.String(), symbol: Type.String() },
    { description: 'On the image API; add a publishable key as `token`' },
  ),
  fonts: Type.Array(
    named('BrandFontFamily', {
      role: Type.Enum(['heading', 'body', 'code', 'button', 'other']),
      ...Found.properties,
    }),
    { description: 'The families that its stylesheets name, the most used first' },
  ),
  colors: Type.Optional(Colors),
  warning: BrandingProfile.properties.warning,
})
export type Brand = Static<typeof Brand>

type Given = {
  host: string
  profile: BrandingProfile
  company: CompanyFacts
  /** Of the page’s head. */
  description: string | undefined
  imageUrl: string
}

const leastScore = 3
const mostLogos = 12
const mostFonts = 6
/** Which of the families was painted, only a browser knows. */
const cssConfidence = 0.8
const genericFamily = /^(?:sans-serif|serif|monospace|cursive|fantasy|math|emoji)$/i

export const toBrand = ({ host, profile, company, description, imageUrl }: Given): Brand => {
  const { colors, images, typography, warning } = profile
  const declared: Value<string> | null = description
    ? claim(description, 0.8, [{ source: 'meta', detail: 'description of the page' }])
    : null
  return {
    domain: host,
    url: profile.url,
    name: profile.brandName ?? company.name,
    legalName: company.legalName,
    description: company.description ?? declared,
    industry: company.industry,
    founded: company.founded,
    addresses: company.addresses,
    telephones: company.telephones,
    socials: company.socials,
    logos: (images?.logos ?? [])
      .filter(({ score, kind }) => kind === 'icon' || score >= leastScore)
      .slice(0, mostLogos)
      .map(({ url, kind, width, height, score, reasons }) => ({
        kind: kind === 'icon' ? 'icon' : isOblong(width, height) ? 'logo' : 'symbol',
        ...claim(url, Math.min(0.95, 0.3 + score * 0.06), [
          { source: 'logo', detail: reasons.join('; ') },
        ]),
        ...{ width, height },
      })),
    images: {
      icon: `${imageUrl}/${host}`,
      logo: `${imageUrl}/logo/${host}`,
      symbol: `${imageUrl}/symbol/${host}`,
    },
    fonts: (typography?.fonts ?? [])
      .filter(({ family }) => family !== '' && !genericFamily.test(family))
      .slice(0, mostFonts)
      .map(({ family, role, confidence, evidence = [] }) => ({
        role,
        ...claim(family, Math.min(confidence, cssConfidence), evidence),
      })),
    ...(colors && { colors }),
    ...(warning !== undefined && { warning }),
  }
}

const isOblong = (width: number | null, height: number | null): boolean =>
  width !== null && height !== null && width >= 1.5 * height
