import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { closed, optional, orNull, Type } from '../../kit/schema.ts'
import { imageKinds } from './request.ts'

export const ReportedKind = Type.Enum([...imageKinds], { default: 'icon' })

export const ImageAnswer = named('ImageReport', {
  domain: Type.String({ description: 'As it was understood' }),
  kind: ReportedKind,
  source: orNull(
    Type.String(),
    'Where the image comes from, as X-Image-Source names it; null without one',
  ),
  url: orNull(Type.String()),
  blur: orNull(
    Type.String(),
    'A data URL of 16 pixels, to show enlarged and blurred while the image loads; null without an image',
  ),
  checkedAt: orNull(Type.String()),
  nextCheckAt: orNull(Type.String()),
  report: Type.Unknown({
    description: 'The last look: the page, and each candidate with its score and reasons',
  }),
})

/** What can be pinned: an icon, one for dark surfaces alone, the other images, a color, a name. */
export const pinnable = [
  'icon',
  'dark',
  'og',
  'logo',
  'symbol',
  'color',
  'name',
  'names',
  'tickers',
] as const
/** Those that are words, not images. */
export const pinnableWords = ['color', 'name', 'names', 'tickers'] as const
export type PinnableWord = (typeof pinnableWords)[number]
export type Pinnable = (typeof pinnable)[number]

export const Complaint = closed(
  {
    kind: Type.Optional(ReportedKind),
    note: optional.String({
      maxLength: 500,
      description: 'What is wrong, or where the right one is',
    }),
  },
  {
    title: 'ImageComplaint',
    examples: [{ note: 'The logo is at https://example.com/press/logo.svg' }],
  },
)
export const ComplaintAnswer = named('ImageComplaintReceived', {
  domain: Type.String({ description: 'As it was understood' }),
  received: Type.Boolean(),
})

type Candidate = {
  /** How the site declares it; a service's has none. */
  source?: string
  url: string
  /** Null for what cannot be an icon at all. */
  score?: number | null
  reasons: string[]
}

/** What a look found. A well-known brand has its mark, and nobody looks. */
export type IconReport = {
  home?: { state: string; url: string; detail?: string }
  light?: Candidate[]
  dark?: Candidate[]
  services?: Candidate[]
  /** Of a look for an Open Graph image: those that were tried. */
  images?: Candidate[]
  /** Of a look for a logo or a symbol. */
  logos?: Candidate[]
  mark?: boolean
  /** The operator chose it. */
  pinned?: boolean
  parent?: string
  /** By name or symbol: whose it is, or why it is nobody's. */
  company?: { domain?: string | undefined; reason: string }
}
export type IconAnswer = Omit<Static<typeof ImageAnswer>, 'report'> & { report: IconReport | null }
